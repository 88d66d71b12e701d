package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.RecordingLog;
import io.acp4j.inspector.log.WireFacts;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts and times of a recording. */
final class RecordingFigures {

    /** A turn, running or ended. */
    private static final class Turn {
        private final long start;
        private final int connection;
        private final boolean isSecond;
        private final JsonNode request;
        private long first = -1;
        private long end = -1;
        private long updates;
        private long characters;

        Turn(long start, int connection, boolean isSecond, JsonNode request) {
            this.start = start;
            this.connection = connection;
            this.isSecond = isSecond;
            this.request = request;
        }
    }

    private final Map<String, Long> updates = new TreeMap<>();
    private final Set<String> sessions = new HashSet<>();
    private final List<Turn> turns = new ArrayList<>();
    private final Map<String, Turn> running = new HashMap<>();
    private int version;

    private RecordingFigures() {}

    static ObjectNode of(WireRecording recording) throws IOException {
        RecordingFigures figures = new RecordingFigures();
        try (FrameLog log = RecordingLog.of(recording)) {
            recording.frames().forEach(figures::add);
            return figures.json(recording, log.facts());
        }
    }

    private void add(WireFrame frame) {
        JsonNode json;
        try {
            json = FrameJson.read(frame.bytes());
        } catch (IOException e) {
            return; // The log counts it as a problem.
        }
        long micros = micros(frame);
        JsonNode params = json.path("params");
        String session =
                params.path("sessionId").asText(json.at("/result/sessionId").asText());
        if (!session.isEmpty()) {
            sessions.add(session);
        }
        if (!frame.fromClient() && json.at("/result/protocolVersion").isInt()) {
            version = json.at("/result/protocolVersion").asInt();
        }
        if (frame.fromClient()) {
            if (json.path("method").asText().equals("session/prompt")) {
                Turn turn = new Turn(micros, frame.connection(), version == 2, FrameJson.id(json));
                turns.add(turn);
                running.put(frame.connection() + " " + session, turn);
            }
        } else if (json.path("method").asText().equals("session/update")) {
            update(frame.connection() + " " + session, params.path("update"), micros);
        } else if (json.has("id") && !json.has("method")) {
            JsonNode id = FrameJson.id(json);
            running.values().stream()
                    .filter(turn -> turn.connection == frame.connection()
                            && !turn.isSecond
                            && id.equals(turn.request)
                            && turn.end < 0)
                    .forEach(turn -> turn.end = micros);
        }
    }

    private void update(String turnKey, JsonNode update, long micros) {
        String kind = update.path("sessionUpdate").asText("?");
        updates.merge(kind, 1L, Long::sum);
        Turn turn = running.get(turnKey);
        if (turn == null || turn.end >= 0) {
            return;
        }
        turn.updates++;
        if (kind.equals("agent_message_chunk")) {
            turn.first = turn.first < 0 ? micros : turn.first;
            turn.characters += update.at("/content/text").asText().length();
        }
        if (turn.isSecond
                && kind.equals("state_update")
                && update.path("state").asText().equals("idle")) {
            turn.end = micros;
        }
    }

    private static long micros(WireFrame frame) {
        return ChronoUnit.MICROS.between(java.time.Instant.EPOCH, frame.time());
    }

    private ObjectNode json(WireRecording recording, WireFacts facts) {
        List<WireFrame> frames = recording.frames();
        ObjectNode node = FrameJson.MAPPER.createObjectNode().put("frames", frames.size());
        node.put("micros", frames.isEmpty() ? 0 : micros(frames.get(frames.size() - 1)) - micros(frames.get(0)));
        if (version != 0) {
            node.put("version", version);
        }
        node.put("connections", recording.connectionNumbers().size());
        node.put("sessions", sessions.size()).put("problems", facts.problems());
        node.putObject("client")
                .put("frames", facts.frames(Direction.OUTBOUND))
                .put("bytes", facts.bytes(Direction.OUTBOUND))
                .put("waiting", facts.unanswered(Direction.OUTBOUND));
        node.putObject("agent")
                .put("frames", facts.frames(Direction.INBOUND))
                .put("bytes", facts.bytes(Direction.INBOUND))
                .put("waiting", facts.unanswered(Direction.INBOUND));
        ArrayNode methods = node.putArray("methods");
        for (WireFacts.Latencies method : facts.latencies()) {
            methods.addObject()
                    .put("name", method.name())
                    .put("by", method.direction() == Direction.OUTBOUND ? "client" : "agent")
                    .put("count", method.count())
                    .put("errors", method.errors())
                    .put("median", method.median())
                    .put("p99", method.p99())
                    .put("max", method.max());
        }
        ObjectNode counts = node.putObject("updates");
        updates.forEach(counts::put);
        ArrayNode all = node.putArray("turns");
        for (Turn turn : turns) {
            ObjectNode one = all.addObject().put("updates", turn.updates).put("characters", turn.characters);
            if (turn.end >= 0) {
                one.put("micros", turn.end - turn.start);
            }
            if (turn.first >= 0) {
                one.put("firstChunkMicros", turn.first - turn.start);
            }
        }
        return node;
    }
}
