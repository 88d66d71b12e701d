package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds everything that an agent sends on a connection of version 2 to the rules of that version, frame by frame: states of sessions,
 * ids of messages, echoes of prompts, shapes. For one thread.
 */
public final class V2Wire {

    private static final JsonCodec<SessionNotification> UPDATE = SessionNotification.CODEC.in(WireVersion.V2);

    /** What a session has shown so far. */
    private static final class Shown {
        private String state = "idle";
        private final List<String> ends = new ArrayList<>();
        private final List<String> states = new ArrayList<>();
        private final Map<String, String> lastOfKind = new HashMap<>();
        private final Set<String> messages = new HashSet<>();
        private final Map<String, String> texts = new LinkedHashMap<>();
        private boolean closed;
        private boolean begunByPrompt;
        private int steered;
    }

    private final Map<String, Shown> sessions = new HashMap<>();
    private final Map<Integer, String> prompts = new HashMap<>();
    private final Map<Integer, String> closings = new HashMap<>();
    private final Map<Integer, String> resumes = new LinkedHashMap<>();
    private final Set<Integer> open = new HashSet<>();
    private final Map<String, String> inserted = new LinkedHashMap<>();
    private final Map<Integer, String> questions = new HashMap<>();
    private final Set<Integer> withdrawn = new HashSet<>();
    private final Set<String> replaying = new HashSet<>();

    private Shown of(String session) {
        return sessions.computeIfAbsent(session, any -> new Shown());
    }

    /** Notes a request of the client. */
    public void sent(int id, String method, String session) {
        switch (method) {
            case "session/prompt" -> prompts.put(id, session);
            case "session/close" -> closings.put(id, session);
            case "session/resume" -> {
                boolean first = !resumes.containsValue(session);
                resumes.put(id, session);
                if (first) {
                    resuming(session);
                }
            }
            default -> {}
        }
        open.add(id);
    }

    private void resuming(String session) {
        Shown anew = new Shown();
        anew.state = "unknown";
        sessions.put(session, anew);
        replaying.add(session);
    }

    /** Checks a frame of the agent. */
    public void received(JsonNode frame) {
        assertThat(frame.get("jsonrpc").asText()).isEqualTo("2.0");
        if ("session/update".equals(frame.path("method").asText())) {
            update(frame);
        } else if ("session/request_permission".equals(frame.path("method").asText())) {
            String session = frame.at("/params/sessionId").asText();
            assertThat(frame.at("/params/title").asText())
                    .as("a title in %s", frame)
                    .isNotBlank();
            assertThat(frame.at("/params/toolCall").isMissingNode()).isTrue();
            decode(V2Methods.request("session/request_permission").params(), frame.get("params"));
            questions.put(frame.get("id").asInt(), session);
        } else if ("elicitation/create".equals(frame.path("method").asText())
                && frame.path("params").has("requestId")) {
            assertThat(open)
                    .as("the request that is asked about: %s", frame)
                    .contains(frame.at("/params/requestId").asInt());
        } else if ("$/cancel_request".equals(frame.path("method").asText())) {
            withdrawn.add(frame.at("/params/requestId").asInt());
        } else if (!frame.has("method")) {
            response(frame);
        }
    }

    private void response(JsonNode frame) {
        int id = frame.path("id").asInt(-1);
        open.remove(id);
        String session = prompts.remove(id);
        if (session != null && frame.has("result")) {
            String message = frame.at("/result/messageId").asText();
            assertThat(message).as("the id of an inserted prompt: %s", frame).isNotEmpty();
            assertThat(inserted.put(message, session)).as("a new id: %s", frame).isNull();
        }
        String closed = closings.remove(id);
        if (closed != null && frame.has("result")) {
            Shown shown = of(closed);
            assertThat(shown.state).as("the state of a closed session").isIn("idle", "unknown");
            shown.closed = true;
        }
        String resumed = resumes.remove(id);
        if (resumed != null && resumes.containsValue(resumed)) {
            resuming(resumed);
        }
    }

    private void update(JsonNode frame) {
        String session = frame.at("/params/sessionId").asText();
        JsonNode update = frame.at("/params/update");
        String kind = update.get("sessionUpdate").asText();
        assertThat(decode(UPDATE, frame.get("params")).update())
                .as("a kind of version 2: %s", frame)
                .isNotInstanceOf(UnknownSessionUpdate.class);
        Shown shown = of(session);
        assertThat(shown.closed).as("%s after the session was closed", frame).isFalse();
        if (kind.equals("state_update")) {
            state(session, shown, update, frame);
            return;
        }
        shown.states.add(kind);
        if (kind.endsWith("_chunk") && update.has("messageId") || kind.endsWith("_message_chunk")) {
            chunk(shown, kind, update, frame);
        }
    }

    private static void chunk(Shown shown, String kind, JsonNode update, JsonNode frame) {
        String id = update.path("messageId").asText();
        assertThat(id).as("a chunk has an id: %s", frame).isNotEmpty();
        if (!id.equals(shown.lastOfKind.put(kind, id))) {
            assertThat(shown.messages.add(kind + " " + id))
                    .as("messages of a kind have different ids: %s", frame)
                    .isTrue();
            if (kind.equals("user_message_chunk")) {
                shown.steered += shown.begunByPrompt ? 1 : 0;
                shown.begunByPrompt = true;
            }
        }
        shown.texts.merge(
                kind.substring(0, kind.length() - "_chunk".length()) + " " + id,
                update.at("/content/text").asText(),
                String::concat);
    }

    private void state(String session, Shown shown, JsonNode update, JsonNode frame) {
        String next = update.get("state").asText();
        shown.states.add(next
                + (update.has("stopReason") ? " " + update.get("stopReason").asText() : ""));
        switch (next) {
            case "running" -> {
                if (!update.has("background")) {
                    assertThat(shown.state).as("running after: %s", frame).isIn("idle", "requires_action", "unknown");
                }
            }
            case "requires_action" ->
                assertThat(shown.state).as("waiting after: %s", frame).isIn("running", "unknown");
            case "idle" -> {
                boolean ends = update.has("stopReason");
                boolean working = Set.of("running", "requires_action").contains(shown.state);
                assertThat(ends)
                        .as("an idle that ends work says why, no other does: %s", frame)
                        .isEqualTo(working);
                if (ends) {
                    shown.ends.add(update.get("stopReason").asText());
                    assertThat(update.has("error"))
                            .as("an error with its reason only: %s", frame)
                            .isEqualTo(update.get("stopReason").asText().equals("error"));
                }
            }
            default -> throw new AssertionError("not a state of this agent: " + frame);
        }
        shown.begunByPrompt &= !next.equals("idle");
        shown.state = next;
        replaying.remove(session);
    }

    private static <T> T decode(JsonCodec<T> codec, JsonNode json) {
        try {
            return codec.decode(RawJson.of(json));
        } catch (SchemaException e) {
            throw new AssertionError("not of version 2: " + json, e);
        }
    }

    /** Returns what a session does, as it was reported last. */
    public String state(String session) {
        return of(session).state;
    }

    /** Returns why work of a session has ended, in order. */
    public List<String> ends(String session) {
        return List.copyOf(of(session).ends);
    }

    /** Returns the kinds of updates of a session, with its states among them, in order. */
    public List<String> log(String session) {
        return List.copyOf(of(session).states);
    }

    /** Returns the texts of the messages of a session with their kind, in the order in which they began. */
    public List<String> texts(String session) {
        List<String> texts = new ArrayList<>();
        of(session).texts.forEach((key, text) -> texts.add(key.substring(0, key.indexOf(' ')) + ":" + text));
        return texts;
    }

    /** Returns how many prompts of a session have been inserted. */
    public int inserted(String session) {
        return (int) inserted.values().stream().filter(session::equals).count();
    }

    /** Returns how many messages of the user have been taken into turns that were running. */
    public int steered(String session) {
        return of(session).steered;
    }

    /** Returns whether the agent has said that it does not wait for a response any more. */
    public boolean isWithdrawn(int request) {
        return withdrawn.contains(request);
    }

    /** Returns whether a session has been reported on since a request to resume it. */
    public boolean isReported(String session) {
        return !replaying.contains(session);
    }

    /** Checks what holds when nothing is under way: no work goes on, and every prompt that was inserted was echoed. */
    public void requireSettled() {
        sessions.forEach((session, shown) -> assertThat(shown.state)
                .as("the state of %s in the end", session)
                .isIn("idle", "unknown"));
        inserted.forEach((message, session) -> {
            if (!of(session).state.equals("unknown")) {
                assertThat(of(session).messages).as("echoes of %s", session).contains("user_message_chunk " + message);
            }
        });
    }
}
