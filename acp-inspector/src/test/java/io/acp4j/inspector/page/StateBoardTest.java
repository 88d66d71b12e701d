package io.acp4j.inspector.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StateBoardTest {

    private static JsonNode text(String value) {
        return JsonNodeFactory.instance.textNode(value);
    }

    @Test
    void aNewPageIsSentEverything() {
        StateBoard board = new StateBoard();
        board.put("a", () -> text("1"));
        board.put("b", () -> text("2"));

        StateBoard.Update update = board.since(0, 10);

        assertThat(update.isReset()).isTrue();
        assertThat(update.complete()).isTrue();
        assertThat(update.values()).containsOnlyKeys("a", "b");
    }

    @Test
    void whoWasAwayIsSentTheNewestValueOfWhatChangedAndNothingElse() {
        StateBoard board = new StateBoard();
        board.put("a", () -> text("1"));
        board.put("b", () -> text("1"));
        board.put("c", () -> text("1"));
        long known = board.last();
        board.put("b", () -> text("2"));
        board.put("b", () -> text("3"));
        board.remove("c");
        board.remove("never there");

        StateBoard.Update update = board.since(known, 10);

        assertThat(update.isReset()).isFalse();
        assertThat(update.values()).containsOnlyKeys("b", "c").containsEntry("b", text("3"));
        assertThat(update.values().get("c")).isNull();
    }

    @Test
    void whoHasMissedMoreThanIsRememberedStartsAnew() {
        StateBoard board = new StateBoard();
        board.put("kept", () -> text("1"));
        long known = board.last();
        for (int i = 0; i <= StateBoard.MAX_REMOVED; i++) {
            board.put("t" + i, () -> text("x"));
            board.remove("t" + i);
        }

        assertThat(board.since(known, 10).isReset()).isTrue();
        assertThat(board.since(board.last() + 1, 10).isReset())
                .as("a number of another run")
                .isTrue();
    }

    @Test
    void pagesThatReadInBitsWheneverTheyCanEndUpWithTheState() {
        Random random = new Random(20261123);
        StateBoard board = new StateBoard();
        Map<String, String> model = new HashMap<>();
        Map<String, JsonNode> page = new HashMap<>();
        long known = 0;
        for (int step = 0; step < 5_000; step++) {
            String topic = (random.nextBoolean() ? "a/" : "b/") + random.nextInt(30);
            switch (random.nextInt(12)) {
                case 0 -> {
                    board.removeAll("a/");
                    model.keySet().removeIf(each -> each.startsWith("a/"));
                }
                case 1, 2, 3 -> {
                    board.remove(topic);
                    model.remove(topic);
                }
                case 4, 5 -> known = read(board, page, known, 1 + random.nextInt(5));
                default -> {
                    String value = Integer.toString(step);
                    board.put(topic, () -> text(value));
                    model.put(topic, value);
                }
            }
        }
        boolean complete = false;
        while (!complete) {
            complete = board.since(known, 7).complete();
            known = read(board, page, known, 7);
        }

        Map<String, String> shown = new HashMap<>();
        page.forEach((topic, value) -> shown.put(topic, value.textValue()));
        assertThat(shown).isEqualTo(model);
    }

    private static long read(StateBoard board, Map<String, JsonNode> page, long known, int atMost) {
        StateBoard.Update update = board.since(known, atMost);
        if (update.isReset()) {
            page.clear();
        }
        update.values().forEach((topic, value) -> {
            if (value == null) {
                page.remove(topic);
            } else {
                page.put(topic, value);
            }
        });
        return update.upTo();
    }

    @Test
    void aValueThatCannotBeMadeKeepsNoOtherFromBeingShown() {
        StateBoard board = new StateBoard();
        board.put("broken", () -> {
            throw new IllegalStateException("broken");
        });
        board.put("whole", () -> JsonNodeFactory.instance.textNode("there"));

        StateBoard.Update update = board.since(0, 10);

        assertThat(update.values()).containsEntry("broken", null);
        assertThat(update.values()).containsEntry("whole", JsonNodeFactory.instance.textNode("there"));
    }
}
