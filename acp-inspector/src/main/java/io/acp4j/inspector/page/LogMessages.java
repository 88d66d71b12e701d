package io.acp4j.inspector.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameFilter;
import io.acp4j.inspector.log.FrameHead;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.log.LogView;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows and filters of the log as a page sends and gets them. */
public final class LogMessages {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private LogMessages() {}

    static FrameFilter filter(JsonNode filter) {
        Direction direction = switch (filter.path("direction").asText()) {
            case "in" -> Direction.INBOUND;
            case "out" -> Direction.OUTBOUND;
            default -> null;
        };
        return new FrameFilter(
                direction,
                filter.path("method").asText(),
                filter.path("session").textValue(),
                filter.path("subject").textValue(),
                filter.path("text").asText(),
                filter.path("problems").asBoolean(),
                filter.path("rows").isArray() ? numbers(filter.path("rows")) : null,
                filter.path("turn").asLong(FrameRow.NONE),
                filter.path("collapsed").asBoolean(true),
                numbers(filter.path("open")));
    }

    private static Set<Long> numbers(JsonNode array) {
        Set<Long> numbers = new HashSet<>();
        array.forEach(number -> numbers.add(number.asLong()));
        return numbers;
    }

    static ArrayNode lines(List<LogView.Line> lines) {
        ArrayNode array = NODES.arrayNode();
        for (LogView.Line line : lines) {
            FrameRow row = line.row();
            ObjectNode node = row == null ? NODES.objectNode().put("gone", true) : row(row);
            put(node, "event", line.event());
            array.add(node.put("i", line.index()).put("run", line.count()).put("size", line.size()));
        }
        return array;
    }

    /** Returns what a row is about: its session, and its turn there, for entries that have no ids. */
    static ObjectNode place(@Nullable FrameLog log, long number) {
        ObjectNode node = NODES.objectNode();
        FrameRow row = log == null ? null : log.row(number);
        if (log == null || row == null) {
            return node;
        }
        FrameRow pair = row.pair() == FrameRow.NONE ? null : log.row(row.pair());
        String session = row.head().session();
        FrameHead other = pair == null ? null : pair.head();
        String of = session == null && other != null ? other.session() : session;
        String subject = row.head().subject();
        put(node, "subject", subject == null && other != null ? other.subject() : subject);
        put(node, "method", row.method());
        put(node, "update", row.head().update());
        if (of != null) {
            put(node, "session", of);
            boolean isResponse =
                    row.head().kind() == FrameKind.RESPONSE || row.head().kind() == FrameKind.ERROR;
            node.put("back", log.promptsSince(VisibleText.line(of), isResponse ? row.pair() : number));
        }
        return node;
    }

    /**
     * Returns a row for a page; names are made visible.
     *
     * @param row the row
     * @return the row as JSON
     */
    public static ObjectNode row(FrameRow row) {
        ObjectNode node = NODES.objectNode();
        node.put("n", row.number());
        node.put("us", row.micros());
        Direction direction = row.direction();
        node.put("dir", direction == null ? "" : direction == Direction.INBOUND ? "in" : "out");
        node.put("kind", row.head().kind().word());
        put(node, "method", row.method());
        put(node, "update", row.head().update());
        put(node, "subject", row.head().subject());
        put(node, "id", row.head().id());
        put(node, "session", row.head().session());
        put(node, "problem", row.problem());
        node.put("size", row.size());
        if (row.pair() != FrameRow.NONE) {
            node.put("pair", row.pair());
        }
        if (row.waits()) {
            node.put("waits", true);
        }
        if (row.latencyMicros() >= 0) {
            node.put("latency", row.latencyMicros());
        }
        return node;
    }

    private static void put(ObjectNode node, String name, @Nullable String value) {
        if (value != null) {
            node.put(name, VisibleText.line(value));
        }
    }
}
