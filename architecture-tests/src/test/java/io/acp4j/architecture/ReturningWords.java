package io.acp4j.architecture;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds methods that return something, but whose comment begins as if they said it: the word is "Returns". It reads all code,
 * with tests and internals; {@link DocumentationCoverage} demands more of what users see.
 */
final class ReturningWords {

    private static final Set<String> NOT_RETURNS =
            Set.of("Gives", "Says", "Tells", "How", "What", "When", "Where", "Whether", "Which", "Who", "Why");

    private ReturningWords() {}

    /** Lists them as {@code file:line method: the word}, whether or not users see the method. */
    static List<String> found(Collection<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(trees, found).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static final class Scanner extends TreePathScanner<Void, Void> {

        private final DocTrees trees;
        private final List<String> found;

        Scanner(DocTrees trees, List<String> found) {
            this.trees = trees;
            this.found = found;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            Tree type = tree.getReturnType();
            if (comment != null && type != null && !type.toString().equals("void")) {
                String word = comment.toString().strip().split("\\W", 2)[0];
                if (NOT_RETURNS.contains(word)) {
                    CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                    long start = trees.getSourcePositions().getStartPosition(unit, tree);
                    Path file = Path.of(unit.getSourceFile().toUri()).getFileName();
                    found.add(file + ":" + unit.getLineMap().getLineNumber(start) + " " + tree.getName() + ": " + word);
                }
            }
            // Methods of classes that are declared within are read, too.
            return super.visitMethod(tree, unused);
        }
    }
}
