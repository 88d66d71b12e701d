package io.acp4j.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the Java blocks of documents with the imports that the documents list, and no others.
 *
 * <p>The surroundings of the blocks are those of their source file: they declare the variables and methods that the blocks use. All
 * names in the surroundings are qualified, so that they need no import. One run of the compiler reads all files. A name in a block
 * that the compiler finds elsewhere must be imported or named below that block, or declared by a block of the document.
 */
final class CopiedBlocks {

    private static final Pattern NAMED_TYPE = Pattern.compile("\\[`(\\w+)`]\\(");

    private final Path root;
    private final SourceFiles files;
    private final String classPath;
    private final Map<String, List<Block>> blocks = new LinkedHashMap<>();

    /**
     * Creates a compiler without blocks.
     *
     * @param root the root of the project
     * @param classPath the class path of the sources
     */
    CopiedBlocks(Path root, String classPath) {
        this.root = root;
        this.files = new SourceFiles(root);
        this.classPath = classPath;
    }

    /** Returns the class path of the tests of some modules, with the libraries of this one. */
    static String classPathOf(Path root, List<String> modules) {
        List<String> entries = new ArrayList<>();
        for (String module : modules) {
            Path target = root.resolve(module).resolve("target");
            entries.add(target.resolve("classes").toString());
            entries.add(target.resolve("test-classes").toString());
        }
        entries.add(System.getProperty("java.class.path"));
        return String.join(File.pathSeparator, entries);
    }

    /** Adds the blocks of a document. */
    void add(Path document) {
        List<Snippets.Snippet> snippets = Snippets.snippets(document);
        Set<String> shown = snippets.stream()
                .flatMap(snippet -> JavaText.declaredTypes(String.join("\n", snippet.code())).stream())
                .collect(Collectors.toUnmodifiableSet());
        for (Snippets.Snippet snippet : snippets) {
            if (snippet.file().endsWith(".java")) {
                blocks.computeIfAbsent(snippet.file(), file -> new ArrayList<>())
                        .add(new Block(root.relativize(document) + ":" + snippet.start(), snippet, shown));
            }
        }
    }

    /** Returns the number of blocks. */
    int size() {
        return blocks.values().stream().mapToInt(List::size).sum();
    }

    /** Compiles the blocks and returns the errors, as {@code file:line: problem}. */
    List<String> problems() throws IOException {
        List<Unit> units = blocks.entrySet().stream()
                .map(file -> new Unit(new SnippetSource(files, Path.of(file.getKey())), file.getKey(), file.getValue()))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
        List<String> problems = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath);
            JavacTask task = (JavacTask) compiler.getTask(null, manager, errors, options, null, units);
            List<CompilationUnitTree> trees = new ArrayList<>();
            task.parse().forEach(trees::add);
            task.analyze();
            for (int i = 0; i < trees.size(); i++) {
                for (Block block : units.get(i).blocks) {
                    Set<String> missing = new TreeSet<>();
                    new ForeignNames(units.get(i), block, Trees.instance(task), trees.get(i))
                            .scan(trees.get(i), missing);
                    missing.forEach(
                            name -> problems.add(block.where + ": " + name + " is neither imported nor named below"));
                }
            }
        }
        errors.getDiagnostics().stream()
                .filter(error -> error.getKind() == Diagnostic.Kind.ERROR)
                .forEach(error -> problems.add(
                        error.getSource() instanceof Unit unit
                                ? unit.where(error.getLineNumber()) + ": " + error.getMessage(Locale.ROOT)
                                : error.toString()));
        return problems;
    }

    /**
     * A block of a document.
     *
     * @param where the document and the line
     * @param snippet the text of the block and the text below it
     * @param shown the types that the blocks of the document declare
     */
    private record Block(String where, Snippets.Snippet snippet, Set<String> shown) {

        /** Returns the names that a reader of the document can find. */
        Set<String> known() {
            Set<String> names = new TreeSet<>(shown);
            names.addAll(
                    SnippetSource.imports(String.join("\n", snippet.code())).keySet());
            names.addAll(imports().keySet());
            NAMED_TYPE.matcher(String.join("\n", snippet.fold())).results().forEach(found -> names.add(found.group(1)));
            return names;
        }

        /** Returns the imports below the block. */
        Map<String, String> imports() {
            return SnippetSource.imports(String.join("\n", snippet.fold()));
        }
    }

    /** A source file whose imports are replaced by those listed below its blocks. */
    private static final class Unit extends SimpleJavaFileObject {

        private final SnippetSource source;
        private final List<Block> blocks;
        private final Map<String, String> imports = new LinkedHashMap<>();

        Unit(SnippetSource source, String file, List<Block> blocks) {
            super(URI.create("source:///" + file), Kind.SOURCE);
            this.source = source;
            this.blocks = blocks;
            blocks.forEach(block -> imports.putAll(block.imports()));
        }

        /** Returns true if a line of the file, counted from 1, belongs to a block. */
        boolean contains(Block block, long line) {
            String region = block.snippet.region();
            return line > source.startOf(region) && line <= source.endOf(region);
        }

        /** Returns the documents that show a line of the file, or the file itself. */
        String where(long line) {
            String documents = blocks.stream()
                    .filter(block -> contains(block, line))
                    .map(Block::where)
                    .collect(Collectors.joining(", "));
            return documents.isEmpty() ? getName() + ":" + line : documents;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            List<String> lines = source.lines();
            StringBuilder text = new StringBuilder();
            StringBuilder surroundings = new StringBuilder();
            for (int i = 0; i < lines.size(); i++) {
                int line = i + 1;
                if (blocks.stream().anyMatch(block -> contains(block, line))) {
                    text.append(qualified(surroundings.toString()))
                            .append(lines.get(i))
                            .append('\n');
                    surroundings.setLength(0);
                } else {
                    surroundings
                            .append(lines.get(i).replaceFirst("^import .*;$", ""))
                            .append('\n');
                }
            }
            text.append(qualified(surroundings.toString()));
            String added = String.join(" ", imports.values());
            return text.toString().replaceFirst("(?m)^package [\\w.]+;", "$0 " + added);
        }

        /** Returns code that names all imported types and methods in full. */
        private String qualified(String code) {
            Map<String, String> available = source.imports();
            String plain = code.replaceAll("@Nullable\\b", ""); // must not precede a qualified name
            StringBuilder text = new StringBuilder();
            int next = 0;
            for (JavaText.Name name : JavaText.simpleNames(plain)) {
                String statement = available.get(name.text());
                if (statement != null) {
                    text.append(plain, next, name.start());
                    text.append(statement.replaceAll("^import (static )?|;$", ""));
                    next = name.end();
                }
            }
            return text.append(plain.substring(next)).toString();
        }
    }

    /** Collects the names in a block that the compiler finds outside of the block and of the text below it. */
    private static final class ForeignNames extends TreePathScanner<@Nullable Void, Set<String>> {

        private final Unit unit;
        private final Block block;
        private final Trees trees;
        private final CompilationUnitTree tree;
        private final Set<String> known;

        ForeignNames(Unit unit, Block block, Trees trees, CompilationUnitTree tree) {
            this.unit = unit;
            this.block = block;
            this.trees = trees;
            this.tree = tree;
            this.known = block.known();
        }

        @Override
        public @Nullable Void visitIdentifier(IdentifierTree identifier, Set<String> missing) {
            Element element = isInBlock(identifier) ? trees.getElement(getCurrentPath()) : null;
            if (element instanceof TypeElement type) {
                if (type.asType().getKind() != TypeKind.ERROR && !isKnown(type)) { // the compiler reports an ERROR
                    missing.add(type.getQualifiedName().toString());
                }
            } else if (element != null
                    && isImportedForOthers(identifier.getName().toString())) {
                missing.add(identifier.getName().toString());
            }
            return super.visitIdentifier(identifier, missing);
        }

        private boolean isImportedForOthers(String name) {
            return unit.imports.containsKey(name) && !known.contains(name);
        }

        /** Returns true for a type that a copy of the block finds: the class of its file, or one that the document lists. */
        private boolean isKnown(TypeElement type) {
            return block.snippet.file().endsWith("/" + type.getSimpleName() + ".java")
                    || type.getEnclosingElement().toString().equals("java.lang")
                    || isListed(type);
        }

        /** Returns true for a type in the document. A nested type may be inherited from such a type. */
        private boolean isListed(TypeElement type) {
            Tree declaration = trees.getTree(type);
            return known.contains(type.getSimpleName().toString())
                    || (declaration != null && isInBlock(declaration))
                    || (type.getEnclosingElement() instanceof TypeElement outer && isListed(outer));
        }

        private boolean isInBlock(Tree part) {
            long start = trees.getSourcePositions().getStartPosition(tree, part);
            return start >= 0 && unit.contains(block, tree.getLineMap().getLineNumber(start));
        }
    }
}
