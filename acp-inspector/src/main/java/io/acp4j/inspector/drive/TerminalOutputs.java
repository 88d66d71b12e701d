package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.StateBoard;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What terminals have printed, as the agent was told: taken from the responses on the wire, as {@code t/ID}. */
final class TerminalOutputs implements Consumer<FrameRow> {

    private static final Logger LOG = LoggerFactory.getLogger(TerminalOutputs.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** How many terminals are remembered; older ones go. */
    private static final int MAX_TERMINALS = 200;

    private static final int SHOWN = 50_000;

    private final FrameLog log;
    private final StateBoard board;
    private final Map<String, ObjectNode> shown = new LinkedHashMap<>();

    TerminalOutputs(FrameLog log, StateBoard board) {
        this.log = log;
        this.board = board;
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
            JsonNode id = JSON.readTree(request).path("params").path("terminalId");
            JsonNode result = JSON.readTree(response).path("result");
            if (id.isTextual() && method.equals("terminal/output")) {
                output(Shown.line(id.textValue()), result);
            } else if (id.isTextual() && method.equals("terminal/wait_for_exit")) {
                ended(Shown.line(id.textValue()), node(Shown.line(id.textValue())), result);
            }
        } catch (IOException e) {
            LOG.warn("a response about a terminal cannot be read", e);
        }
    }

    private void output(String id, JsonNode result) {
        String text = result.path("output").asText();
        ObjectNode node = node(id);
        node.put("output", Shown.text(text.length() > SHOWN ? text.substring(text.length() - SHOWN) : text));
        node.put("truncated", result.path("truncated").asBoolean());
        if (result.path("exitStatus").isObject()) {
            ended(id, node, result.path("exitStatus"));
        } else {
            put(id, node);
        }
    }

    private void ended(String id, ObjectNode node, JsonNode status) {
        JsonNode code = status.path("exitCode");
        node.put(
                "exit",
                code.isNumber()
                        ? code.asText()
                        : Shown.line(status.path("signal").asText("?")));
        put(id, node);
    }

    private synchronized ObjectNode node(String id) {
        ObjectNode known = shown.get(id);
        return known == null ? Shown.NODES.objectNode().put("output", "") : known.deepCopy();
    }

    private void put(String id, ObjectNode node) {
        String oldest = null;
        synchronized (this) {
            shown.put(id, node);
            if (shown.size() > MAX_TERMINALS) {
                oldest = shown.keySet().iterator().next();
                shown.remove(oldest);
            }
        }
        board.put("t/" + id, () -> node);
        if (oldest != null) {
            board.remove("t/" + oldest);
        }
    }
}
