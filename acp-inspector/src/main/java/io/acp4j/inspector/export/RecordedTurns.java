package io.acp4j.inspector.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RequestKey;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.schema.Side;
import io.acp4j.schema.method.Methods;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a recording has of sessions and turns, as far as a test does it again: one after the other. */
final class RecordedTurns {

    /** How many steps all turns have together; what comes later is left out, as no class can hold it. */
    static final int MAX_STEPS = 2_000;

    /** What a turn has of the agent: an update, or a request with the client's response. */
    static final class Step {
        final @Nullable String method;
        final ObjectNode params;

        @Nullable
        JsonNode result;

        Step(@Nullable String method, ObjectNode params) {
            this.method = method;
            this.params = params;
        }
    }

    /** What a client does: opens a session, or has a turn in one. */
    static final class Act {
        final int session;
        final String method;
        final int parent;
        final JsonNode params;
        final List<Step> steps = new ArrayList<>();

        @Nullable
        String stopReason;

        Act(String method, int session, int parent, JsonNode params) {
            this.method = method;
            this.session = session;
            this.parent = parent;
            this.params = params;
        }

        boolean isTurn() {
            return method.equals("session/prompt");
        }

        /** Returns what the agent has said in messages. */
        String said() {
            StringBuilder said = new StringBuilder();
            for (Step step : steps) {
                if (step.method == null && kind(step.params).equals("agent_message_chunk")) {
                    said.append(step.params.at("/content/text").asText());
                }
            }
            return said.toString();
        }
    }

    final List<Act> acts = new ArrayList<>();
    JsonNode clientCapabilities = FrameJson.MAPPER.createObjectNode();
    JsonNode agentCapabilities = FrameJson.MAPPER.createObjectNode();
    boolean isCut;

    private final Map<String, Integer> sessions = new HashMap<>();
    private final Map<RequestKey, Act> asked = new LinkedHashMap<>();
    private final Map<RequestKey, Step> askedBack = new HashMap<>();
    private final Map<String, Act> running = new HashMap<>();
    private int steps;
    private int connection;

    RecordedTurns(WireRecording recording) throws IOException {
        for (WireFrame frame : recording.frames()) {
            JsonNode json = read(frame.bytes());
            if (json != null && json.isObject()) {
                connection = frame.connection();
                take(frame.fromClient(), json);
            }
        }
        acts.removeIf(act -> act.isTurn() && act.stopReason == null);
        acts.forEach(act -> act.steps.removeIf(step -> step.method != null && step.result == null));
    }

    private static @Nullable JsonNode read(byte[] frame) {
        try {
            return FrameJson.read(frame);
        } catch (IOException e) {
            return null; // What is no JSON has no part in a turn.
        }
    }

    private static String kind(JsonNode update) {
        return update.path("sessionUpdate").asText();
    }

    private void take(boolean fromClient, JsonNode frame) throws IOException {
        String method = frame.path("method").asText();
        JsonNode params = frame.path("params");
        if (method.isEmpty()) {
            response(fromClient, frame);
        } else if (fromClient && frame.has("id")) {
            request(key(frame), method, params);
        } else if (!fromClient && params.path("sessionId").isTextual()) {
            told(frame, method, params);
        }
    }

    private RequestKey key(JsonNode frame) {
        return new RequestKey(connection, FrameJson.id(frame));
    }

    private void request(RequestKey id, String method, JsonNode params) {
        if (method.equals("initialize")) {
            clientCapabilities = params.path("clientCapabilities");
            running.clear();
        }
        String named = params.path("sessionId").asText();
        int parent = sessions.getOrDefault(named, 0);
        if (method.equals("session/prompt")
                && parent > 0
                && params.path("prompt").isArray()) {
            Act turn = new Act(method, parent, 0, params);
            acts.add(turn);
            asked.put(id, turn);
            running.put(named, turn);
        } else {
            asked.put(id, new Act(method, 0, parent, params));
        }
    }

    private void response(boolean fromClient, JsonNode frame) throws IOException {
        JsonNode result = frame.path("result");
        if (fromClient) {
            Step step = askedBack.remove(key(frame));
            if (step != null && result.isObject()) {
                step.result = result;
            }
            return;
        }
        Act act = asked.remove(key(frame));
        if (act == null || !result.isObject()) {
            return;
        }
        switch (act.method) {
            case "initialize" -> {
                if (result.path("protocolVersion").asInt() != 1) {
                    throw new IOException("a test is made of conversations in version 1 of the protocol only");
                }
                agentCapabilities = result.path("agentCapabilities");
            }
            case "session/new", "session/fork" -> opened(act, result.path("sessionId"));
            case "session/load", "session/resume" -> opened(act, act.params.path("sessionId"));
            case "session/prompt" -> {
                act.stopReason = result.path("stopReason").asText("end_turn");
                running.values().remove(act);
            }
            default -> {}
        }
    }

    private void opened(Act act, JsonNode id) {
        if (id.isTextual() && !sessions.containsKey(id.textValue())) {
            int number = sessions.size() + 1;
            sessions.put(id.textValue(), number);
            acts.add(new Act(act.method, number, act.parent, act.params));
        }
    }

    private void told(JsonNode frame, String method, JsonNode params) {
        Act turn = running.get(params.path("sessionId").textValue());
        boolean isUpdate =
                method.equals("session/update") && params.path("update").isObject();
        if (turn == null || (!isUpdate && !isAsked(method, frame))) {
            return;
        }
        if (isUpdate) {
            // The client's own words come from the client.
            if (!kind(params.path("update")).equals("user_message_chunk") && !joins(turn, params.path("update"))) {
                add(turn, new Step(null, params.path("update").deepCopy()));
            }
            return;
        }
        Step step = new Step(method, params.deepCopy());
        if (add(turn, step)) {
            askedBack.put(key(frame), step);
        }
    }

    private static boolean isAsked(String method, JsonNode frame) {
        var known = Methods.request(method);
        return known != null && known.handledBy().contains(Side.CLIENT) && frame.has("id");
    }

    private boolean add(Act turn, Step step) {
        if (steps == MAX_STEPS) {
            isCut = true;
            return false;
        }
        steps++;
        return turn.steps.add(step);
    }

    /** Appends a chunk of text to the one before it, if it goes on with the same message. */
    private static boolean joins(Act turn, JsonNode update) {
        if (turn.steps.isEmpty() || !kind(update).endsWith("_chunk")) {
            return false;
        }
        Step last = turn.steps.get(turn.steps.size() - 1);
        ObjectNode before = last.params;
        boolean isSame = last.method == null
                && kind(before).equals(kind(update))
                && isPlain(before)
                && isPlain(update)
                && before.path("messageId").equals(update.path("messageId"));
        if (isSame) {
            ObjectNode content = (ObjectNode) before.path("content");
            content.put(
                    "text",
                    content.path("text").asText() + update.at("/content/text").asText());
        }
        return isSame;
    }

    private static boolean isPlain(JsonNode update) {
        return update.at("/content/text").isTextual() && update.path("content").size() == 2 && !update.has("_meta");
    }
}
