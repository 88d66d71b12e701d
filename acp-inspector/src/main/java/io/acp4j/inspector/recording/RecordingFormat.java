package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.record.WireRecorder;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The formats in which recordings are written. Secrets are left out of each unless they are asked for. */
public enum RecordingFormat {
    /** What {@link WireRecorder} writes. */
    ACP4J,
    /** Lines with {@code ts}, {@code direction} ({@code fromClient}, {@code fromAgent}) and the frame as a text, {@code json}. */
    LINES,
    /** Lines as a conductor traces them, for viewers of such traces. */
    TRACE,
    /** The document that acp-devtools exports and imports. */
    DEVTOOLS;

    /**
     * Writes a recording.
     *
     * @param recording the conversation
     * @param withSecrets whether secrets stay in it
     * @param out where to write; left open
     * @throws IOException when it cannot be written
     */
    public void write(WireRecording recording, boolean withSecrets, OutputStream out) throws IOException {
        byte[] own = own(recording, withSecrets);
        if (this == ACP4J) {
            out.write(own);
            return;
        }
        List<JsonNode> lines = lines(own);
        if (this == DEVTOOLS) {
            out.write(FrameJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(document(lines)));
            out.write('\n');
            return;
        }
        Instant start = recording.frames().isEmpty()
                ? Instant.EPOCH
                : recording.frames().get(0).time();
        for (JsonNode line : lines) {
            if (line.path("frame").isObject()) {
                out.write(FrameJson.MAPPER.writeValueAsBytes(this == LINES ? line(line) : traced(line, start)));
                out.write('\n');
            }
        }
    }

    /**
     * Leaves secrets out of a recording.
     *
     * @param recording the conversation
     * @return the same with the values of secrets replaced
     * @throws IOException when it cannot be written
     */
    public static WireRecording withoutSecrets(WireRecording recording) throws IOException {
        List<WireFrame> frames = new ArrayList<>();
        List<WireRecording.Connection> connections = new ArrayList<>();
        boolean truncated = recording.isTruncated();
        EnvelopeReader envelopes = new EnvelopeReader();
        for (JsonNode line : lines(own(recording, false))) {
            List<RecordedLine> read = new ArrayList<>();
            if (line.path("truncated").asBoolean() || !envelopes.read(line, LineContext.NONE, read)) {
                truncated = true;
            }
            for (RecordedLine each : read) {
                int connection = line.path("connection").asInt(1);
                Instant time = each.time() == null ? Instant.EPOCH : each.time();
                if (each.opened() != null) {
                    connections.add(new WireRecording.Connection(connection, time, each.opened()));
                } else {
                    frames.add(new WireFrame(connection, isFromClient(line), time, each.bytes()));
                }
            }
        }
        return new WireRecording(frames, recording.events(), connections, recording.unreadable(), truncated);
    }

    private static List<JsonNode> lines(byte[] own) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(own), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(FrameJson.read(line));
            }
        }
        return lines;
    }

    private static byte[] own(WireRecording recording, boolean withSecrets) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        FrameClock clock = new FrameClock();
        WireRecorder.Builder builder =
                WireRecorder.builder().maxBytes(RecordingFiles.MAX_BYTES).clock(clock);
        if (withSecrets) {
            builder.redactNothing();
        }
        try (WireRecorder recorder = builder.to(file)) {
            Map<Integer, WireRecording.Connection> starts = new HashMap<>();
            recording.connections().forEach(each -> starts.put(each.number(), each));
            ConnectionRecorder connections = new ConnectionRecorder(recorder, clock);
            boolean hasSeveral = recording.connectionNumbers().size() > 1 || !starts.isEmpty();
            for (WireFrame frame : recording.frames()) {
                if (hasSeveral) {
                    WireRecording.Connection start = starts.computeIfAbsent(
                            frame.connection(), number -> new WireRecording.Connection(number, frame.time(), ""));
                    connections.record(start, frame.direction(), frame.time(), frame.bytes());
                } else {
                    clock.set(frame.time());
                    recorder.onFrame(frame.direction(), frame.bytes(), 0, frame.bytes().length);
                }
            }
        }
        return file.toByteArray();
    }

    private static boolean isFromClient(JsonNode line) {
        return line.path("direction").asText().equals("outbound");
    }

    private static ObjectNode line(JsonNode line) {
        ObjectNode node =
                FrameJson.MAPPER.createObjectNode().put("ts", line.path("time").asText());
        if (line.has("connection")) {
            node.set("connection", line.path("connection"));
        }
        return node.put("direction", isFromClient(line) ? "fromClient" : "fromAgent")
                .put("json", line.path("frame").toString());
    }

    private static ObjectNode traced(JsonNode line, Instant start) {
        JsonNode frame = line.path("frame");
        boolean fromClient = isFromClient(line);
        ObjectNode event = FrameJson.MAPPER.createObjectNode();
        Instant time = Instant.parse(line.path("time").asText());
        event.put("ts", java.time.Duration.between(start, time).toNanos() / 1e9);
        boolean isCall = frame.has("method");
        event.put("type", !isCall ? "response" : frame.has("id") ? "request" : "notification");
        if (isCall) {
            event.put("protocol", "acp");
        }
        event.put("from", fromClient ? "client" : "agent").put("to", fromClient ? "agent" : "client");
        if (frame.has("id")) {
            event.set("id", frame.path("id"));
        }
        if (isCall) {
            event.set("method", frame.path("method"));
            event.set("session", frame.at("/params/sessionId"));
            if (event.path("session").isMissingNode()) {
                event.putNull("session");
            }
            event.set("params", frame.has("params") ? frame.path("params") : FrameJson.MAPPER.createObjectNode());
        } else {
            event.put("is_error", frame.has("error"));
            event.set("payload", frame.has("error") ? frame.path("error") : frame.path("result"));
        }
        return event;
    }

    private static ObjectNode document(List<JsonNode> lines) {
        ObjectNode document =
                FrameJson.MAPPER.createObjectNode().put("version", 1).put("exportedAt", 0L);
        document.putObject("tool").put("name", "acp4j").put("version", "0.1.0");
        ArrayNode messages = FrameJson.MAPPER.createArrayNode();
        long first = 0;
        long last = 0;
        for (JsonNode line : lines) {
            if (!line.path("frame").isObject()) {
                continue;
            }
            JsonNode frame = line.path("frame");
            last = Instant.parse(line.path("time").asText()).toEpochMilli();
            first = messages.isEmpty() ? last : first;
            boolean isCall = frame.has("method");
            ObjectNode message =
                    messages.addObject().put("seq", messages.size()).put("timestamp", last);
            message.put("direction", isFromClient(line) ? "editor-to-agent" : "agent-to-editor");
            message.put(
                    "kind",
                    isCall
                            ? (frame.has("id") ? "request" : "notification")
                            : frame.has("error") ? "error" : frame.has("result") ? "response" : "unknown");
            message.put("raw", frame.toString());
            message.set("payload", frame);
            if (isCall) {
                message.set("method", frame.path("method"));
            }
            if (frame.has("id")) {
                message.set("rpcId", frame.path("id"));
            }
        }
        document.put("exportedAt", last);
        document.putObject("session")
                .put("id", 1)
                .putNull("name")
                .putNull("agentCommand")
                .putNull("clientName")
                .put("startedAt", first)
                .put("endedAt", last);
        document.set("messages", messages);
        return document;
    }
}
