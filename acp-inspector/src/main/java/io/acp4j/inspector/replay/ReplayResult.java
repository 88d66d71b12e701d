package io.acp4j.inspector.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.text.SecretMask;
import io.acp4j.rpc.VisibleText;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replay.
 *
 * @param same the steps that were the same
 * @param divergence where the agent did something else; null when it did not
 * @param recordedRows the rows of the recording's frames in its log
 * @param liveRows the rows of the replay's frames in the log of replays
 */
record ReplayResult(
        List<Replay.Same> same, @Nullable Divergence divergence, List<Long> recordedRows, List<Long> liveRows) {

    /** A line for each member and each element, so that texts are compared by these. */
    private static final PrettyPrinter LINES = new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"))
            .withObjectIndenter(new DefaultIndenter("  ", "\n"));

    /** How many of the steps that were the same are shown: the newest. */
    private static final int MAX_STEPS = 200;

    /** For pages: what a peer has said is made visible, and secrets are left out. */
    ObjectNode toJson() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("same", same.size());
        ArrayNode steps = node.putArray("steps");
        for (Replay.Same each : same.subList(Math.max(0, same.size() - MAX_STEPS), same.size())) {
            head(steps.addObject(), each.recorded())
                    .put("recorded", row(recordedRows, each.recorded()))
                    .put("live", row(liveRows, each.live()));
        }
        Divergence at = divergence;
        if (at != null) {
            node.put("reason", VisibleText.line(at.reason().strip().replaceAll("\\s+", " ")));
            Step expected = at.expected();
            Step actual = at.actual();
            if (expected != null) {
                head(node.putObject("expected"), expected).put("row", row(recordedRows, expected));
            }
            if (actual != null) {
                head(node.putObject("actual"), actual).put("row", row(liveRows, actual));
            }
            node.set("lines", Aligned.of(text(expected), text(actual)));
        }
        return node;
    }

    private static ObjectNode head(ObjectNode node, Step step) {
        return node.put("label", VisibleText.line(step.label()))
                .put("from", step.fromClient() ? "client" : "agent")
                .put("session", step.session());
    }

    private static long row(List<Long> rows, Step step) {
        return rows.get(step.frame());
    }

    private static @Nullable String text(@Nullable Step step) {
        if (step == null) {
            return null;
        }
        try {
            String masked = SecretMask.text(step.content().toString());
            return FrameJson.MAPPER.writer(LINES).writeValueAsString(FrameJson.read(masked));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a value that was read is always written", e);
        }
    }
}
