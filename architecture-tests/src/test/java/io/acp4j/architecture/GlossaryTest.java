package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Comments and messages use the words of the glossary in CONTRIBUTING.md. */
class GlossaryTest {

    /** Modules whose comments are read. The kit's say "answer" for what agents under test do, and are left for later. */
    static final List<PublishedModule> MODULES = PublishedModule.ALL.stream()
            .filter(module -> !Set.of("acp-tck", "acp-schema").contains(module.directory()))
            .toList();

    /** Words that the glossary replaces, wherever they stand. */
    private static final Pattern REPLACED = inCommentOrMessage("fertile|patience|spares|tales?|takers?|watchers?");

    /** What comes back over the wire is a response. */
    private static final Pattern ANSWER = inCommentOrMessage("answer(?:s|ed|ing)?");

    /** Where answers are what people give, or what a model says. */
    private static final Pattern ABOUT_PEOPLE = Pattern.compile("(?:.*/client/host/.*"
            + "|.*/client/internal/host/.*"
            + "|.*/client/fork/.*"
            + "|.*/acp-test/.*/Fake(?:Agent|Client)\\.java"
            // Owned by the reader of frames, whose messages are quoted by recordings.
            + "|.*/rpc/internal/message/.*)");

    private static Pattern inCommentOrMessage(String words) {
        return Pattern.compile("(?:^\\s*(?:/?\\*|//).*|\"[^\"]*)\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void commentsAndMessagesUseTheWordsOfTheGlossary(PublishedModule module) throws IOException {
        List<Path> files = module.sourceFiles();
        assertThat(files).isNotEmpty();

        assertThat(found(files)).isEmpty();
    }

    private static List<String> found(List<Path> files) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            String name = file.toString().replace('\\', '/');
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                boolean answers = ANSWER.matcher(lines.get(i)).find()
                        && !ABOUT_PEOPLE.matcher(name).matches();
                if (answers || REPLACED.matcher(lines.get(i)).find()) {
                    found.add(file.getFileName() + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }
        return found;
    }

    @Test
    void otherWordsAreFoundInCommentsAndMessagesAndNotInNames(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("Sample.java"), """
                /** The agent answers. */
                class Sample {
                    String answer = "no answer came";
                    // The taker of it.
                    int patience;
                }
                """);

        assertThat(found(List.of(file)))
                .containsExactly(
                        "Sample.java:1: /** The agent answers. */",
                        "Sample.java:3: String answer = \"no answer came\";",
                        "Sample.java:4: // The taker of it.");
    }
}
