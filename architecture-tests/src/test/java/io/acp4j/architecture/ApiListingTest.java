package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.architecture.api.ApiListing;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The API of each module is checked in, so that a change shows what becomes different for users. */
class ApiListingTest {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    private static final Path DIRECTORY = PublishedModule.projectRoot().resolve("api");
    static final Set<String> EXPORTED = MODULES.stream()
            .flatMap(module -> module.exportedPackages().stream())
            .collect(Collectors.toUnmodifiableSet());
    private static final int SHOWN = 40;

    @ParameterizedTest
    @FieldSource("MODULES")
    void theApiIsThatWhichIsCheckedIn(PublishedModule module) throws IOException {
        Path file = DIRECTORY.resolve(module.directory() + ".txt");
        String now = "# The API of " + module.directory() + ", written by build-support/write-api.\n"
                + ApiListing.of(types(module, ApiListingTest.class.getClassLoader()), EXPORTED);
        if (Documents.WRITE) {
            Files.createDirectories(DIRECTORY);
            Files.writeString(file, now);
        }
        String before = Files.exists(file) ? Files.readString(file) : "";

        assertThat(difference(before, now))
                .as("the API of %s; build-support/write-api writes %s anew", module.directory(), file)
                .isEmpty();
        assertThat(now).isEqualTo(before);
    }

    @Test
    void everyModuleThatIsPublishedHasItsApiCheckedInAndNoOther() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(MODULES.stream()
                            .map(module -> module.directory() + ".txt")
                            .toList());
        }
    }

    /** Returns all types of a module, as a class loader finds them. */
    static List<Class<?>> types(PublishedModule module, ClassLoader loader) {
        return types(PublishedModule.classesOf(module.directory()), loader);
    }

    /** Returns the types whose class files are below a directory, as a class loader finds them. */
    static List<Class<?>> types(Path root, ClassLoader loader) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> load(
                            file.substring(0, file.length() - ".class".length()).replace(File.separatorChar, '.'),
                            loader))
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the classes in " + root, e);
        }
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("Not on the class path: " + name, e);
        }
    }

    /** Returns the first lines that one of the texts lacks, each with the type that it belongs to. */
    private static List<String> difference(String before, String now) {
        Set<String> old = entries(before);
        Set<String> current = entries(now);
        List<String> lines = new ArrayList<>();
        old.stream().filter(line -> !current.contains(line)).forEach(line -> lines.add("- " + line));
        current.stream().filter(line -> !old.contains(line)).forEach(line -> lines.add("+ " + line));
        return lines.size() <= SHOWN ? lines : lines.subList(0, SHOWN);
    }

    private static Set<String> entries(String listing) {
        Set<String> entries = new LinkedHashSet<>();
        String type = "";
        for (String line : listing.lines().toList()) {
            if (line.startsWith("  ")) {
                entries.add(type + ":" + line);
            } else {
                type = line.replaceFirst("[(<].*| (is|permits) .*", "");
                entries.add(line);
            }
        }
        return entries;
    }
}
