package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.architecture.api.ApiComparison;
import io.acp4j.architecture.api.ApiListing;
import io.acp4j.generator.GeneratedSources;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The API of this project after a change of its sources or of the definitions of the protocol, compiled in a directory. */
final class ChangedApi {

    private static final String SCHEMA = "acp-schema";

    /** The listings of the API as it is, by module. */
    private static final Map<String, String> UNCHANGED = unchanged();

    private final Path directory;
    private final Set<String> modules = new LinkedHashSet<>();
    private final List<Path> sources = new ArrayList<>();
    private boolean definitionsChanged;
    private @Nullable Map<String, String> listings;

    ChangedApi(Path directory) {
        this.directory = directory;
    }

    private static Map<String, String> unchanged() {
        Map<String, String> listings = new TreeMap<>();
        for (PublishedModule module : PublishedModule.ALL) {
            List<Class<?>> types = ApiListingTest.types(module, ChangedApi.class.getClassLoader());
            listings.put(module.directory(), ApiListing.of(types, ApiListingTest.EXPORTED));
        }
        return listings;
    }

    /** Changes a definition of the protocol: a file below {@code acp-schema/src}. */
    ChangedApi definition(String file, UnaryOperator<String> change) throws IOException {
        Path copy = directory.resolve(SCHEMA);
        if (!definitionsChanged) {
            copy(PublishedModule.projectRoot().resolve(SCHEMA).resolve("src"), copy.resolve("src"));
            definitionsChanged = true;
        }
        write(copy.resolve("src").resolve(file), change);
        return this;
    }

    /** Changes a source file of a module. */
    ChangedApi source(String module, String file, UnaryOperator<String> change) throws IOException {
        Path copy = directory.resolve(module).resolve(file);
        Files.createDirectories(copy.getParent());
        Files.copy(PublishedModule.projectRoot().resolve(module).resolve(file), copy);
        write(copy, change);
        modules.add(module);
        sources.add(copy);
        return this;
    }

    private static void write(Path file, UnaryOperator<String> change) throws IOException {
        String before = Files.readString(file);
        String after = change.apply(before);
        assertThat(after).as("change of %s", file).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    /** Returns the incompatible changes. */
    List<String> breaks() throws IOException {
        return ApiComparison.breaks(UNCHANGED, listings());
    }

    /** Returns the listings of the changed API, by module. The first call compiles the changes. */
    Map<String, String> listings() throws IOException {
        if (listings == null) {
            compile();
            listings = listed();
        }
        return listings;
    }

    private void compile() throws IOException {
        if (definitionsChanged) {
            Path copy = directory.resolve(SCHEMA);
            new GeneratedSources(copy).write();
            compile(SCHEMA, javaFiles(copy.resolve("src/main/java"), copy.resolve("src/generated/java")));
        }
        for (String module : modules) {
            Path root = directory.resolve(module);
            compile(
                    module,
                    sources.stream().filter(file -> file.startsWith(root)).toList());
        }
    }

    private Map<String, String> listed() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (ChangedClasses loader = new ChangedClasses(roots())) {
            for (PublishedModule module : PublishedModule.ALL) {
                Set<Class<?>> types = new LinkedHashSet<>(ApiListingTest.types(module, loader));
                if (Files.isDirectory(classes(module.directory()))) {
                    types.addAll(ApiListingTest.types(classes(module.directory()), loader));
                }
                all.put(module.directory(), ApiListing.of(types, ApiListingTest.EXPORTED));
            }
        }
        return all;
    }

    private Path classes(String module) {
        return directory.resolve("classes").resolve(module);
    }

    /** Returns the directories of changed classes that exist, then those of all others. */
    private List<Path> roots() {
        return Stream.concat(
                        PublishedModule.ALL.stream().map(module -> classes(module.directory())),
                        PublishedModule.ALL.stream().map(module -> PublishedModule.classesOf(module.directory())))
                .filter(Files::isDirectory)
                .toList();
    }

    private void compile(String module, Collection<Path> files) throws IOException {
        Path output = classes(module);
        Files.createDirectories(output);
        StringBuilder path = new StringBuilder();
        roots().forEach(root -> path.append(root).append(File.pathSeparator));
        path.append(System.getProperty("java.class.path"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-d", output.toString(), "-classpath", path.toString());
            boolean compiled = compiler.getTask(
                            messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as("%s", messages).isTrue();
        }
    }

    private static List<Path> javaFiles(Path... roots) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("module-info.java"))
                        .forEach(files::add);
            }
        }
        return files;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(each, copy);
                }
            }
        }
    }

    /** Loads the types of this project from its roots, the first one that has it, instead of those of the parent. */
    private static final class ChangedClasses extends URLClassLoader {

        ChangedClasses(List<Path> roots) {
            super(roots.stream().map(ChangedClasses::url).toArray(URL[]::new), ChangedApi.class.getClassLoader());
        }

        private static URL url(Path root) {
            try {
                return root.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("The directory has no address: " + root, e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.startsWith("io.acp4j.")) {
                    @Nullable Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? findClass(name) : loaded;
                }
                return super.loadClass(name, resolve);
            }
        }
    }
}
