package io.acp4j.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code build-support/set-version} and the notes that it removes from documents. */
class SetVersionTest {

    private static final String NOTE = "> **Before the first release:**";
    private static final Pattern TEMPORARY =
            Pattern.compile("(?i)not published yet|nothing is published|there is no release yet");

    private final Path root = PublishedModule.projectRoot();

    @Test
    void statementsAboutTheMissingReleaseAreInNotesThatAReleaseRemoves() {
        List<String> problems = new ArrayList<>();
        for (Path document : Documents.all(root)) {
            Documents.forEachLineOfText(document, (number, line) -> {
                if (TEMPORARY.matcher(line).find() && !line.startsWith(">")) {
                    problems.add(root.relativize(document) + ":" + (number + 1) + ": " + line);
                }
            });
        }

        assertThat(problems).isEmpty();
    }

    @Test
    void aReleaseChangesPomsAndDocumentsAndRemovesTheNotes(@TempDir Path copy) throws Exception {
        Path page = Files.writeString(copy.resolve("page.md"), """
                First paragraph.

                > **Before the first release:** a note
                > of two lines.

                > A quotation.
                """);
        copyOfDocuments(copy);

        assertThat(run(copy, "build-support/set-version", "0.1.0", "2027-01-02"))
                .contains("the documents name 0.1.0");

        assertThat(page).hasContent("""
                First paragraph.

                > A quotation.
                """);
        assertThat(Documents.all(copy))
                .allSatisfy(document ->
                        assertThat(Files.readString(document)).doesNotContain(NOTE, "before the first release\n"));
        assertThat(copy.resolve("pom.xml")).content().contains("<version>0.1.0</version>", ">2027-01-02T00:00:00Z<");
        assertThat(copy.resolve("jbang-catalog.json")).content().contains("io.acp4j:acp-cli:0.1.0\"");
        assertThat(copy.resolve("CHANGELOG.md")).content().contains("## [Unreleased]\n\n## [0.1.0] - 2027-01-02\n");

        assertThat(run(copy, "build-support/set-version", "0.2.0-SNAPSHOT")).contains("POMs have 0.2.0-SNAPSHOT");

        assertThat(copy.resolve("README.md")).content().contains("0.1.0").doesNotContain("0.2.0");
        assertThat(copy.resolve("jbang-catalog.json")).content().contains("io.acp4j:acp-cli:0.1.0\"");
    }

    private void copyOfDocuments(Path copy) throws IOException, InterruptedException {
        String tracked =
                run(root, "git", "ls-files", "*.md", "*pom.xml", "jbang-catalog.json", "build-support/set-version");
        for (String name : tracked.lines().toList()) {
            Path target = copy.resolve(name);
            Files.createDirectories(target.getParent());
            Files.copy(root.resolve(name), target);
        }
        run(copy, "git", "init", "-q");
        run(copy, "git", "add", "-A");
    }

    private static String run(Path directory, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor())
                .as(Stream.of(command).toList() + " printed: " + output)
                .isZero();
        return output;
    }
}
