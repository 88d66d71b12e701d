package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A program that somebody names is looked for before it is started: on Windows {@code npx} is a batch file, which the system neither
 * finds nor starts by itself.
 */
class StartedProgramsTest {

    /** What starts Java by its path, or only where there is no Windows. */
    private static final Set<String> OF_THEIR_OWN =
            Set.of("BoundedJvm.java", "Demo.java", "KitProcess.java", "InheritedMark.java");

    private static List<Path> sources() throws IOException {
        Path root = PublishedModule.projectRoot();
        try (Stream<Path> inspector = Files.walk(root.resolve("acp-inspector/src/main/java"));
                Stream<Path> program = Files.walk(root.resolve("acp-cli/src/main/java"))) {
            return Stream.concat(
                            PublishedModule.ALL.stream().flatMap(module -> module.sourceFiles().stream()),
                            Stream.concat(inspector, program)
                                    .filter(file -> file.toString().endsWith(".java")))
                    .toList();
        }
    }

    @Test
    void programsAreLookedForBeforeTheyAreStarted() throws IOException {
        List<Path> starting = sources().stream()
                .filter(file -> read(file).contains("new ProcessBuilder("))
                .toList();

        assertThat(starting)
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> assertThat(
                                OF_THEIR_OWN.contains(file.getFileName().toString())
                                        || read(file).contains(".startable(")
                                        || read(file).contains("ProcessTree.start("))
                        .as("%s looks for the program that it starts", file)
                        .isTrue());
    }

    /** Java silently replaces characters that the locale lacks, so {@code rm é} would become {@code rm ?}. */
    @Test
    void wordsAreCheckedBeforeProgramsAreStarted() throws IOException {
        Set<String> ownWords = Set.of("InheritedMark.java"); // all words of its command are constants
        assertThat(sources().stream().filter(file -> read(file).contains("new ProcessBuilder(")))
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        file -> assertThat(ownWords.contains(file.getFileName().toString())
                                        || read(file).contains("PlatformEncoding.ofThisSystem()")
                                        || read(file).contains("ProcessTree.start("))
                                .as("%s starts its program with ProcessTree or PlatformEncoding", file)
                                .isTrue());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
