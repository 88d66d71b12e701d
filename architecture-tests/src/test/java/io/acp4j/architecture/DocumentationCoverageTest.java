package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DocumentationCoverageTest {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    @ParameterizedTest
    @FieldSource("MODULES")
    void everythingExportedIsDocumented(PublishedModule module) {
        List<Path> files = module.sourceFiles();
        assertThat(files).isNotEmpty();

        assertThat(DocumentationCoverage.gaps(files, module.exportedPackages())).isEmpty();
    }

    /** How many methods of a module are still described in other words; the numbers may only fall. */
    private static final Map<String, Integer> PENDING_WORDINGS = Map.of();

    @ParameterizedTest
    @FieldSource("MODULES")
    void whatReturnsSomethingIsDescribedSo(PublishedModule module) {
        List<String> wordings = DocumentationCoverage.wordings(module.sourceFiles(), module.exportedPackages());

        assertThat(wordings)
                .as(String.join("\n", wordings))
                .hasSize(PENDING_WORDINGS.getOrDefault(module.directory(), 0));
    }

    @Test
    void aWordingIsReportedForEachMethodThatReturnsSomething(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("Sample.java"), """
                package sample;

                /** Gives a type. */
                public interface Sample {
                    /** Tells what is wrong. */
                    String told();

                    /** Takes a value. */
                    void taken(String value);

                    /** Returns what is right. */
                    String returned();
                }
                """);

        assertThat(DocumentationCoverage.wordings(List.of(file), List.of("sample")))
                .containsExactly("Sample.java:6 Sample.told: Tells");
    }

    @Test
    void aGapIsReportedForEachUndocumentedElement(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("Sample.java"), """
                package sample;

                /** Documented. */
                public record Sample(int undescribed) {
                    public Sample {}

                    public void bare() {}

                    /** Documented. */
                    public void documented() {}

                    @Override
                    public String toString() {
                        return "";
                    }

                    void hidden() {}

                    public interface Nested {
                        int implicitlyPublic();
                    }

                    public enum Choice {
                        ONE
                    }
                }
                """);

        List<String> gaps = DocumentationCoverage.gaps(List.of(file), List.of("sample"));

        assertThat(gaps)
                .map(gap -> gap.substring(gap.indexOf(':') + 1))
                .containsExactly(
                        "4 Sample: no @param undescribed",
                        "7 Sample.bare: no description",
                        "19 Sample.Nested: no description",
                        "20 Sample.Nested.implicitlyPublic: no description",
                        "23 Sample.Choice: no description",
                        "24 Sample.Choice.ONE: no description");
    }

    @Test
    void packagesThatAreNotExportedAreLeftAlone(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("Sample.java"), "package sample.internal; public class Sample { public int x; }");

        assertThat(DocumentationCoverage.gaps(List.of(file), List.of("sample"))).isEmpty();
    }
}
