package io.acp4j.architecture;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds what a user can see and nobody described.
 *
 * <p>The compiler's own check ({@code -Xdoclint:missing}) would also ask for a comment on every canonical constructor and
 * on every overriding method, where there is nothing to say that the record or the overridden method does not say.
 */
final class DocumentationCoverage {

    /** How a method that returns something is not described; the word is "Returns". */
    private static final Set<String> NOT_RETURNS = Set.of("Gives", "Hands", "Says", "Takes", "Tells");

    private DocumentationCoverage() {}

    /** Lists the gaps in the given sources as {@code file:line name: what is missing}. */
    static List<String> gaps(Collection<Path> files, Collection<String> exportedPackages) {
        return scanned(files, exportedPackages).gaps;
    }

    private static Scanner scanned(Collection<Path> files, Collection<String> exportedPackages) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            Scanner scanner = new Scanner(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                PackageTree name = unit.getPackage();
                if (name != null
                        && exportedPackages.contains(name.getPackageName().toString())) {
                    scanner.scan(unit, null);
                }
            }
            return scanner;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists the methods whose comment begins with another word for "Returns", as {@code file:line name: the word}. */
    static List<String> wordings(Collection<Path> files, Collection<String> exportedPackages) {
        return scanned(files, exportedPackages).wordings;
    }

    private static final class Scanner extends TreePathScanner<Void, Void> {

        private final DocTrees trees;
        private final List<String> gaps = new ArrayList<>();
        private final List<String> wordings = new ArrayList<>();
        private final Deque<ClassTree> enclosing = new ArrayDeque<>();

        Scanner(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitPackage(PackageTree tree, Void unused) {
            if (getCurrentPath()
                    .getCompilationUnit()
                    .getSourceFile()
                    .isNameCompatible("package-info", javax.tools.JavaFileObject.Kind.SOURCE)) {
                check(tree, "package-info");
            }
            return null;
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            if (!isVisible(tree.getModifiers())) {
                return null;
            }
            enclosing.addLast(tree);
            DocCommentTree comment = check(tree, "");
            if (comment != null && tree.getKind() == Tree.Kind.RECORD) {
                checkComponents(tree, comment);
            }
            tree.getMembers().forEach(member -> scan(member, null));
            enclosing.removeLast();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            if (isVisible(tree.getModifiers()) && !isOverride(tree) && !isCanonicalConstructor(tree)) {
                DocCommentTree comment = check(tree, tree.getName().toString());
                Tree type = tree.getReturnType();
                if (comment != null && type != null && !type.toString().equals("void")) {
                    String word = comment.toString().strip().split("\\W", 2)[0];
                    if (NOT_RETURNS.contains(word)) {
                        wordings.add(place(tree, tree.getName().toString()) + word);
                    }
                }
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree tree, Void unused) {
            if (isVisible(tree.getModifiers()) || isEnumConstant(tree)) {
                check(tree, tree.getName().toString());
            }
            return null;
        }

        private DocCommentTree check(Tree tree, String member) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            if (comment == null || comment.getFirstSentence().isEmpty()) {
                report(tree, member, "no description");
            }
            return comment;
        }

        private void checkComponents(ClassTree tree, DocCommentTree comment) {
            List<String> described = comment.getBlockTags().stream()
                    .filter(ParamTree.class::isInstance)
                    .map(ParamTree.class::cast)
                    .filter(param ->
                            !param.isTypeParameter() && !param.getDescription().isEmpty())
                    .map(param -> param.getName().toString())
                    .toList();
            components(tree).stream()
                    .filter(component -> !described.contains(component))
                    .forEach(component -> report(tree, "", "no @param " + component));
        }

        private boolean isVisible(ModifiersTree modifiers) {
            boolean inInterface = !enclosing.isEmpty()
                    && (enclosing.getLast().getKind() == Tree.Kind.INTERFACE
                            || enclosing.getLast().getKind() == Tree.Kind.ANNOTATION_TYPE);
            return (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE))
                    || modifiers.getFlags().contains(Modifier.PUBLIC)
                    || modifiers.getFlags().contains(Modifier.PROTECTED);
        }

        private boolean isEnumConstant(VariableTree tree) {
            return enclosing.getLast().getKind() == Tree.Kind.ENUM
                    && tree.getType() != null
                    && tree.getType()
                            .toString()
                            .equals(enclosing.getLast().getSimpleName().toString());
        }

        private static boolean isOverride(MethodTree tree) {
            return tree.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        /** A canonical constructor, compact or not, has nothing to tell beyond its record's components. */
        private boolean isCanonicalConstructor(MethodTree tree) {
            return tree.getReturnType() == null
                    && enclosing.getLast().getKind() == Tree.Kind.RECORD
                    && tree.getParameters().stream()
                            .map(parameter -> parameter.getName().toString())
                            .toList()
                            .equals(components(enclosing.getLast()));
        }

        private static List<String> components(ClassTree record) {
            return record.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                    .map(component -> component.getName().toString())
                    .toList();
        }

        private void report(Tree tree, String member, String what) {
            gaps.add(place(tree, member) + what);
        }

        private String place(Tree tree, String member) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            long line =
                    unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
            String type = enclosing.stream()
                    .map(each -> each.getSimpleName().toString())
                    .collect(Collectors.joining("."));
            String name = type.isEmpty() || member.isEmpty() ? type + member : type + "." + member;
            Path file = Path.of(unit.getSourceFile().toUri()).getFileName();
            return file + ":" + line + " " + name + ": ";
        }
    }
}
