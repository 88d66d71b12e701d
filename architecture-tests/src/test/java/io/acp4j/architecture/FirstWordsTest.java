package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FirstWordsTest {

    /** All modules with Java code, published or not. */
    static List<Path> modules() throws IOException {
        try (Stream<Path> directories = Files.list(PublishedModule.projectRoot())) {
            return directories
                    .filter(directory -> Files.exists(directory.resolve("pom.xml")))
                    .filter(directory -> !javaFiles(directory).isEmpty())
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> javaFiles(Path module) {
        return Stream.of("src/main/java", "src/generated/java", "src/test/java")
                .map(module::resolve)
                .filter(Files::isDirectory)
                .flatMap(FirstWordsTest::below)
                .toList();
    }

    private static Stream<Path> below(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + root, e);
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void whatReturnsSomethingIsDescribedSoInAllCode(Path module) {
        assertThat(ReturningWords.found(javaFiles(module))).isEmpty();
    }

    @Test
    void theKitAndItsTestsAreReadAsWell() throws IOException {
        Path kit = PublishedModule.projectRoot().resolve("acp-tck");

        assertThat(modules()).contains(kit);
        assertThat(javaFiles(kit))
                .map(file -> kit.relativize(file).toString().replace('\\', '/'))
                .anyMatch(file -> file.startsWith("src/main/java/io/acp4j/tck/internal/"))
                .anyMatch(file -> file.startsWith("src/test/java/io/acp4j/tck/"));
    }

    @Test
    void aWordIsReportedForEachMethodThatReturnsSomethingAtAnyDepth(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("Sample.java"), """
                /** Gives a type. */
                class Sample {
                    /** Says what is wrong. */
                    private String said() {
                        return new Object() {
                            /** Tells what is wrong. */
                            String told() {
                                return "";
                            }
                        }.told();
                    }

                    /** Gives somebody something. */
                    void given() {}

                    /** Takes the next one. */
                    String take() {
                        return "";
                    }

                    /** Whether it is there. */
                    boolean there() {
                        return true;
                    }
                }
                """);

        assertThat(ReturningWords.found(List.of(file)))
                .containsExactly(
                        "Sample.java:4 said: Says", "Sample.java:7 told: Tells", "Sample.java:22 there: Whether");
    }
}
