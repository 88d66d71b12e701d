package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Comments and messages use the words of the glossary in CONTRIBUTING.md. */
class GlossaryTest {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    /** Words that the glossary replaces. */
    private static final Pattern REPLACED = Pattern.compile(
            "\\b(?:fertile|patience|tales?|takers?|takes notice|watchers?|whoever|wishes)\\b",
            Pattern.CASE_INSENSITIVE);

    /** What comes back over the wire is a response. */
    private static final Pattern ANSWER = Pattern.compile("\\banswer(?:s|ed|ing)?\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern COMMENT = Pattern.compile("^\\s*(?:/?\\*|//)");
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

    /** Where answers are what people give, or what a model says, and other reasons. */
    private static final Pattern EXCEPT = Pattern.compile("(?:.*/client/host/.*"
            + "|.*/client/internal/host/.*"
            + "|.*/acp-test/.*/Fake(?:Agent|Client)\\.java"
            // Owned by the reader of frames, whose messages are quoted by recordings.
            + "|.*/rpc/internal/message/.*)");

    /** Returns whether a line says a word in a comment or a message, rather than in a name. */
    private static boolean says(String line, Pattern words) {
        if (!words.matcher(line).find()) {
            return false;
        }
        return COMMENT.matcher(line).find()
                || STRING.matcher(line)
                        .results()
                        .anyMatch(text -> words.matcher(text.group()).find());
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void commentsAndMessagesUseTheWordsOfTheGlossary(PublishedModule module) throws IOException {
        List<Path> files = module.sourceFiles();
        assertThat(files).isNotEmpty();

        assertThat(found(files, List.of(REPLACED, ANSWER))).isEmpty();
    }

    private static List<String> found(List<Path> files, List<Pattern> replaced) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            if (EXCEPT.matcher(file.toString().replace('\\', '/')).matches()) {
                continue;
            }
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (replaced.stream().anyMatch(words -> says(line, words))) {
                    found.add(file.getFileName() + ":" + (i + 1) + ": " + line.strip());
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

        assertThat(found(List.of(file), List.of(REPLACED, ANSWER)))
                .containsExactly(
                        "Sample.java:1: /** The agent answers. */",
                        "Sample.java:3: String answer = \"no answer came\";",
                        "Sample.java:4: // The taker of it.");
    }
}
