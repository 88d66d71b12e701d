package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The terminals of an agent, as a reference client of version 2 shows them. */
final class V2Terminals {

    private static final class Terminal {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final StringBuilder pieces = new StringBuilder();
        private @Nullable String command;
        private @Nullable Integer exitCode;
        private boolean cancellable;
    }

    private final Faults faults;
    private final Map<String, Terminal> byId = new LinkedHashMap<>();

    V2Terminals(Faults faults) {
        this.faults = faults;
    }

    private Terminal terminal(JsonNode update) {
        return byId.computeIfAbsent(update.path("terminalId").asText(), any -> new Terminal());
    }

    void update(JsonNode update) {
        Terminal terminal = terminal(update);
        JsonNode command = update.path("command");
        if (!command.isMissingNode() || faults.has("forgets-commands")) {
            terminal.command = command.asText(null);
        }
        JsonNode output = update.path("output");
        boolean cleared = output.isNull() && !faults.has("keeps-cleared-output");
        boolean replaced = output.isObject() && !faults.has("adds-up-output");
        boolean forgotten = update.path("exitStatus").isObject() && faults.has("forgets-output-at-exit");
        if (cleared || replaced || forgotten) {
            terminal.bytes.reset();
            terminal.pieces.setLength(0);
        }
        if (output.isObject()) {
            add(terminal, output.path("data").asText());
        }
        if (update.at("/exitStatus/exitCode").isInt()) {
            terminal.exitCode = update.at("/exitStatus/exitCode").asInt();
        }
        if (update.has("capabilities")) {
            terminal.cancellable = update.at("/capabilities/cancel").isObject();
        }
    }

    /** Applies further output; returns whether it could be read. */
    boolean chunk(JsonNode update) {
        return add(terminal(update), update.path("data").asText());
    }

    private static boolean add(Terminal terminal, String data) {
        try {
            byte[] bytes = Base64.getDecoder().decode(data);
            terminal.bytes.writeBytes(bytes);
            terminal.pieces.append(new String(bytes, StandardCharsets.UTF_8));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean isCancellable(String id) {
        Terminal terminal = byId.get(id);
        return (terminal != null && terminal.cancellable) || faults.has("cancels-any-terminal");
    }

    ArrayNode shown() {
        ArrayNode shown = arr();
        byId.forEach((id, terminal) -> {
            String text = faults.has("decodes-chunks-apart")
                    ? terminal.pieces.toString()
                    : terminal.bytes.toString(StandardCharsets.UTF_8);
            shown.add(obj("id", id, "command", terminal.command, "output", text, "exitCode", terminal.exitCode));
        });
        return shown;
    }
}
