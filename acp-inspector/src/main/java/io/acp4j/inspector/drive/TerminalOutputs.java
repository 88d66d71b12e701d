package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.text.TerminalRenderer;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Output of the terminals of version 1, as the topics {@code t/KEY/ID} with the key of the session, because IDs are unique for one client only.
 * The output of terminals of this client is shown while the command runs. Of other clients only the responses to the agent are known. Output
 * remains after a terminal is released.
 */
final class TerminalOutputs implements Consumer<FrameRow>, TerminalObserver {

    private static final Logger LOG = LoggerFactory.getLogger(TerminalOutputs.class);

    /** Maximum number of terminals; the oldest ones are removed. */
    private static final int MAX_TERMINALS = 200;

    private final FrameLog log;
    private final StateBoard board;
    private final Function<SessionId, @Nullable String> keys;
    private final Map<String, Output> outputs = new LinkedHashMap<>();

    /** Output of one terminal. Each access is synchronized on the object. */
    private static final class Output {
        private TerminalRenderer renderer = new TerminalRenderer();
        private @Nullable TerminalExitStatus status;
        private boolean truncated;

        /** True for a terminal of this client, of which the responses contain nothing new. */
        private boolean live;
    }

    /**
     * Begins to show what the log receives.
     *
     * @param keys returns the key of a session; null for a session that is not shown
     */
    TerminalOutputs(FrameLog log, StateBoard board, Function<SessionId, @Nullable String> keys) {
        this.log = log;
        this.board = board;
        this.keys = keys;
        log.onRow(this);
    }

    /** Stops showing what the log receives. */
    void close() {
        log.removeListener(this);
    }

    /** Returns the topic of a terminal. */
    static String topic(String key, String id) {
        return "t/" + key + '/' + Shown.line(id);
    }

    @Override
    public void onStarted(ObservedTerminal terminal) {
        change(terminal, output -> output.live = true);
    }

    @Override
    public void onOutput(ObservedTerminal terminal, String text) {
        change(terminal, output -> output.renderer.append(text));
    }

    @Override
    public void onExited(ObservedTerminal terminal, TerminalExitStatus status) {
        change(terminal, output -> output.status = status);
    }

    private void change(TerminalObserver.ObservedTerminal terminal, Consumer<Output> change) {
        String key = keys.apply(terminal.command().session().id());
        if (key != null) {
            change(topic(key, terminal.id().value()), change);
        }
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
            JsonNode result = FrameJson.read(response).path("result");
            if (key == null || !id.isTextual() || !result.isObject()) {
                return;
            }
            String topic = topic(key, id.textValue());
            if (method.equals("terminal/output")) {
                change(topic, output -> output(output, result));
            } else if (method.equals("terminal/wait_for_exit")) {
                change(topic, output -> exited(output, result));
            }
        } catch (IOException e) {
            LOG.warn("a response about a terminal cannot be read", e);
        }
    }

    private static void output(Output output, JsonNode result) {
        if (output.live) {
            return;
        }
        output.renderer = new TerminalRenderer();
        output.renderer.append(result.path("output").asText());
        output.truncated = result.path("truncated").asBoolean();
        if (result.path("exitStatus").isObject()) {
            exited(output, result.path("exitStatus"));
        }
    }

    private static void exited(Output output, JsonNode status) {
        if (!output.live) {
            JsonNode code = status.path("exitCode");
            output.status = new TerminalExitStatus(
                    code.isNumber() ? code.longValue() : null,
                    status.path("signal").textValue(),
                    null);
        }
    }

    private void change(String topic, Consumer<Output> change) {
        String oldest = null;
        Output output;
        synchronized (outputs) {
            output = outputs.computeIfAbsent(topic, any -> new Output());
            if (outputs.size() > MAX_TERMINALS) {
                oldest = outputs.keySet().iterator().next();
                outputs.remove(oldest);
            }
        }
        synchronized (output) {
            change.accept(output);
        }
        board.put(topic, () -> {
            synchronized (output) {
                return TerminalJson.of(
                        output.renderer.lines(), output.truncated || output.renderer.isTruncated(), output.status);
            }
        });
        if (oldest != null) {
            board.remove(oldest);
        }
    }
}
