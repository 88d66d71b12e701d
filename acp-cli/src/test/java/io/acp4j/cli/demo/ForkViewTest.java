package io.acp4j.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.MessageId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkViewTest {

    private static Transcript.Entry entry(String id, String text) {
        return new Transcript.Entry(new MessageId(id), "you", text);
    }

    @Test
    void conversationsWithoutCommonMessagesStandSideBySide() {
        List<String> lines = ForkView.draw("left", List.of(entry("1", "one")), "right", List.of(entry("2", "two")));

        assertThat(lines.get(0)).startsWith("├");
        assertThat(lines.get(lines.size() - 1)).contains("one").endsWith("two");
    }

    @Test
    void forkThatSaidNothingYetHasAnEmptyColumn() {
        List<Transcript.Entry> trunk = List.of(entry("1", "one"));

        List<String> lines = ForkView.draw("left", trunk, "right", trunk);

        assertThat(lines.get(0)).contains("one");
        assertThat(lines).noneMatch(line -> line.startsWith("│") && line.contains("one"));
    }

    @Test
    void longWordsAreNotCut() {
        String word = "w".repeat(200);

        List<String> lines = ForkView.draw("left", List.of(entry("1", word)), "right", List.of());

        assertThat(lines).anyMatch(line -> line.contains(word));
    }
}
