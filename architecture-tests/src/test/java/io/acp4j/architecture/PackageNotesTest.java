package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader who opens a package learns first what it is for, which rule holds in it, and which type to read first. */
class PackageNotesTest {

    @Test
    void everyPackageSaysWhatItIsForAndItsRuleAndWhereToStart() throws IOException {
        List<Path> roots = roots();
        assertThat(roots).hasSizeGreaterThan(20);

        assertThat(PackageNotes.faults(roots)).isEmpty();
    }

    private static List<Path> roots() throws IOException {
        try (Stream<Path> directories = Files.list(PublishedModule.projectRoot())) {
            return directories
                    .flatMap(directory ->
                            Stream.of("src/main/java", "src/generated/java").map(directory::resolve))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsMissingIsReportedForEachPackage(@TempDir Path root) throws IOException {
        write(root, "whole", """
                /**
                 * Reads lines of some text.
                 *
                 * <p><b>The rule.</b> Nothing here has a thread.
                 *
                 * <p><b>Where to start.</b> {@link sample.whole.Reader#read} is all there is.
                 */
                """);
        Files.writeString(root.resolve("whole/Reader.java"), "class Reader {}");
        write(root, "bare", "/** Lines. */\n");
        write(root, "copied", """
                /**
                 * Writes lines of some text.
                 *
                 * <p><b>The rule.</b> Nothing here
                 * has a thread.
                 *
                 * <p><b>Where to start.</b> {@link sample.copied.Gone} is all there is, or {@link sample.whole.Reader}.
                 *
                 * @see sample.whole.Reader
                 */
                """);

        assertThat(PackageNotes.faults(List.of(root)))
                .containsExactly(
                        "sample.bare: does not begin with what it is for",
                        "sample.bare: has no rule",
                        "sample.bare: names no type of its own to start with",
                        "sample.copied: Gone is not there",
                        "sample.whole: has the rule of sample.copied");
    }

    private static void write(Path root, String name, String comment) throws IOException {
        Path directory = Files.createDirectories(root.resolve(name));
        Files.writeString(directory.resolve("package-info.java"), comment + "package sample." + name + ";\n");
    }
}
