package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is true only until a release stands where {@code build-support/set-version} finds it. */
class UnpublishedNotesTest {

    private static final String BEGIN = "<!-- unpublished -->";
    private static final Pattern END = Pattern.compile("<!-- published:.*-->");
    private static final Pattern NOTE =
            Pattern.compile("(?i)not published yet|nothing is published|there is no release yet");

    @Test
    void notesOfDocumentsStandBetweenTheirComments() {
        Path root = PublishedModule.projectRoot();

        assertThat(Documents.all(root))
                .flatExtracting(UnpublishedNotesTest::problems)
                .isEmpty();
    }

    @Test
    void aNoteElsewhereIsReported(@TempDir Path directory) throws IOException {
        Path page = Files.writeString(directory.resolve("page.md"), """
                Nothing is published yet.
                <!-- unpublished -->
                Nothing is published yet.
                <!-- published: It is. -->
                <!-- published: It is. -->
                <!-- unpublished -->
                """);

        assertThat(problems(page))
                .containsExactly(
                        "page.md:1: a note outside the comments",
                        "page.md:5: an end without a beginning",
                        "page.md: a beginning without an end");
    }

    private static List<String> problems(Path document) {
        List<String> problems = new ArrayList<>();
        AtomicBoolean inside = new AtomicBoolean();
        String name = document.getFileName() + ":";
        Documents.forEachLineOfText(document, (number, line) -> {
            String where = name + (number + 1) + ": ";
            if (line.equals(BEGIN)) {
                if (inside.getAndSet(true)) {
                    problems.add(where + "a beginning inside another");
                }
            } else if (END.matcher(line).matches()) {
                if (!inside.getAndSet(false)) {
                    problems.add(where + "an end without a beginning");
                }
            } else if (!inside.get() && NOTE.matcher(line).find()) {
                problems.add(where + "a note outside the comments");
            }
        });
        if (inside.get()) {
            problems.add(name + " a beginning without an end");
        }
        return problems;
    }
}
