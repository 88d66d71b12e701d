package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.schema.SessionId;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What terminals have printed, as the agent was told: taken from the responses on the wire, as {@code t/KEY/ID} with the key of the
 * session, since ids are those of one client only.
 */
final class TerminalOutputs implements Consumer<FrameRow> {

    private static final Logger LOG = LoggerFactory.getLogger(TerminalOutputs.class);

    /** How many terminals are remembered; older ones go. */
    private static final int MAX_TERMINALS = 200;

    private static final int SHOWN = 50_000;

    private final FrameLog log;
    private final StateBoard board;
    private final Function<SessionId, @Nullable String> keys;
    private final Map<String, ObjectNode> shown = new LinkedHashMap<>();

    /**
     * Begins to look at what the log gets.
     *
     * @param keys gives the key of a session; null for one that is not shown
     */
    TerminalOutputs(FrameLog log, StateBoard board, Function<SessionId, @Nullable String> keys) {
        this.log = log;
        this.board = board;
        this.keys = keys;
        log.onRow(this);
    }

    /** Looks no longer at what the log gets. */
    void close() {
        log.removeListener(this);
    }

    /** The topic of a terminal. */
    static String topic(String key, String id) {
        return "t/" + key + '/' + Shown.line(id);
    }

    @Override
    public void accept(FrameRow row) {
        String method = row.method();
        if (row.head().kind() != FrameKind.RESPONSE || method == null || !method.startsWith("terminal/")) {
            return;
        }
        byte[] request = log.bytes(row.pair());
        byte[] response = log.bytes(row.number());
        if (request == null || response == null) {
            return;
        }
        try {
            JsonNode params = FrameJson.read(request).path("params");
            JsonNode id = params.path("terminalId");
            JsonNode session = params.path("sessionId");
            String key = session.isTextual() ? keys.apply(new SessionId(session.textValue())) : null;
            if (key == null || !id.isTextual()) {
                return;
            }
            String topic = topic(key, id.textValue());
            JsonNode result = FrameJson.read(response).path("result");
            if (method.equals("terminal/output")) {
                output(topic, result);
            } else if (method.equals("terminal/wait_for_exit")) {
                ended(topic, node(topic), result);
            }
        } catch (IOException e) {
            LOG.warn("a response about a terminal cannot be read", e);
        }
    }

    private void output(String topic, JsonNode result) {
        String text = result.path("output").asText();
        ObjectNode node = node(topic);
        node.put("output", Shown.text(text.length() > SHOWN ? text.substring(text.length() - SHOWN) : text));
        node.put("truncated", result.path("truncated").asBoolean());
        if (result.path("exitStatus").isObject()) {
            ended(topic, node, result.path("exitStatus"));
        } else {
            put(topic, node);
        }
    }

    private void ended(String topic, ObjectNode node, JsonNode status) {
        JsonNode code = status.path("exitCode");
        node.put(
                "exit",
                code.isNumber()
                        ? code.asText()
                        : Shown.line(status.path("signal").asText("?")));
        put(topic, node);
    }

    private synchronized ObjectNode node(String topic) {
        ObjectNode known = shown.get(topic);
        return known == null ? Shown.NODES.objectNode().put("output", "") : known.deepCopy();
    }

    private void put(String topic, ObjectNode node) {
        String oldest = null;
        synchronized (this) {
            shown.put(topic, node);
            if (shown.size() > MAX_TERMINALS) {
                oldest = shown.keySet().iterator().next();
                shown.remove(oldest);
            }
        }
        board.put(topic, () -> node);
        if (oldest != null) {
            board.remove(oldest);
        }
    }
}
