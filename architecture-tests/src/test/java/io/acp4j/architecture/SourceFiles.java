package io.acp4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Java source files of all modules by the types that they declare. */
final class SourceFiles {

    private static final List<String> SOURCE_ROOTS = List.of("src/main/java", "src/generated/java", "src/test/java");

    private final Path root;
    private final Map<String, Path> files = new HashMap<>();

    /**
     * Lists the sources of a project.
     *
     * @param root the directory that contains the modules
     */
    SourceFiles(Path root) {
        this.root = root;
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.filter(Files::isDirectory).sorted().toList()) {
                for (String sources : SOURCE_ROOTS) {
                    add(module.resolve(sources));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the sources below " + root, e);
        }
    }

    private void add(Path sources) throws IOException {
        if (Files.isDirectory(sources)) {
            try (Stream<Path> below = Files.walk(sources)) {
                below.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> files.putIfAbsent(
                                sources.relativize(file).toString().replace('\\', '/'), root.relativize(file)));
            }
        }
    }

    /** Returns the root of the project. */
    Path root() {
        return root;
    }

    /** Returns the file that declares a type, relative to the root, null for types of libraries. */
    @Nullable
    Path declaring(String qualifiedName) {
        String outer = qualifiedName.replaceFirst("(\\.[A-Z]\\w*)\\..*", "$1");
        return files.get(outer.replace('.', '/') + ".java");
    }
}
