package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a reference client knows of its sessions, and what it makes of their updates. */
class ClientSessions {

    private static final Map<String, String> ROLES =
            Map.of("agent_message_chunk", "agent", "agent_thought_chunk", "thought", "user_message_chunk", "user");

    private static final Set<String> KINDS = Set.of(
            "agent_message_chunk",
            "agent_thought_chunk",
            "user_message_chunk",
            "tool_call",
            "tool_call_update",
            "plan",
            "available_commands_update",
            "current_mode_update",
            "config_option_update",
            "session_info_update",
            "usage_update");

    /** Longest text that a client keeps that cuts off what is longer. */
    private static final int SHORT = 100_000;

    private static final int LOSSY = 400;

    final ReferenceClient client;
    final Faults faults;
    private final Map<String, ClientConversation> conversations = new HashMap<>();
    private final Map<String, Integer> chunks = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Set<String> announced = new HashSet<>();
    private final Set<String> running = new HashSet<>();
    private final Set<String> loading = new HashSet<>();
    private final Set<String> loaded = new HashSet<>();
    private final Set<String> cancelled = new HashSet<>();
    private final Set<String> tools = new HashSet<>();
    private boolean opening;

    ClientSessions(ReferenceClient client) {
        this.client = client;
        this.faults = client.faults();
    }

    ClientConversation conversation(String session) {
        return conversations.computeIfAbsent(session, any -> begin());
    }

    ClientConversation begin() {
        return new ClientConversation(faults);
    }

    void known(String session) {
        known.add(session);
    }

    void opening(boolean now) {
        opening = now;
    }

    void running(String session, boolean now) {
        if (now) {
            running.add(session);
            cancelled.remove(session);
        } else {
            running.remove(session);
        }
    }

    void loading(String session, boolean now) {
        if (now) {
            loading.add(session);
        } else {
            loading.remove(session);
            loaded.add(session);
        }
    }

    boolean isLoaded(String session) {
        return loaded.contains(session);
    }

    /** The agent is about to tell all of a session. */
    void replayed(String session) {
        if (!(isLoaded(session) && faults.has("ignores-second-replays"))) {
            conversations.remove(session);
        }
    }

    void cancelled(String session) {
        cancelled.add(session);
    }

    boolean isBeingCancelled(String session) {
        return running.contains(session) && cancelled.contains(session);
    }

    boolean wasCancelled(String session) {
        return cancelled.contains(session);
    }

    void update(JsonNode params) {
        JsonNode update = params.path("update");
        String kind = update.path("sessionUpdate").asText("");
        if (!params.path("sessionId").isTextual() || !update.isObject() || isBroken(kind, update)) {
            if (faults.has("dislikes-broken-updates")) {
                client.die();
            }
            return;
        }
        String session = params.path("sessionId").asText();
        if (kind.equals("forecast") && faults.has("ends-at-forecasts")) {
            client.die();
        }
        if (kind.equals("subagent_update")) {
            announced.add(update.path("sessionId").asText());
        }
        if (isDisliked(session, kind, update)) {
            client.die();
            return;
        }
        if (isLost(session, update)) {
            return;
        }
        String role = ROLES.get(kind);
        if (role != null) {
            chunk(session, role, update);
        } else if (kinds().contains(kind)) {
            told(session, kind, update);
        }
    }

    /** Returns the kinds of updates that it knows. */
    Set<String> kinds() {
        return KINDS;
    }

    /** Takes an update that is no chunk of a message. */
    void told(String session, String kind, JsonNode update) {
        if (kind.equals("tool_call")) {
            tools.add(update.path("toolCallId").asText());
        }
        boolean done = kind.equals("plan") && faults.has("ends-with-plans")
                || kind.equals("tool_call_update") && faults.has("ends-with-tools");
        if (done && update.toString().contains("\"completed\"")) {
            client.turnSeemsOver(session);
        }
        conversation(session).other(kind);
    }

    /** Returns whether an update breaks the schema. */
    boolean isBroken(String kind, JsonNode update) {
        return switch (kind) {
            case "agent_message_chunk", "agent_thought_chunk", "user_message_chunk" ->
                !update.path("content").isObject()
                        || !(update.path("messageId").isMissingNode()
                                || update.path("messageId").isNull()
                                || update.path("messageId").isTextual());
            case "tool_call" -> !update.path("toolCallId").isTextual();
            case "plan" -> !update.path("entries").isArray();
            default -> false;
        };
    }

    /** Returns what faulty clients stumble over. */
    boolean isDisliked(String session, String kind, JsonNode update) {
        String text = update.toString();
        return faults.has("dislikes-unknown-updates") && !kinds().contains(kind) && !kind.equals("forecast")
                || faults.has("dislikes-unknown-content") && text.contains("\"smell\"")
                || faults.has("dislikes-unknown-members") && update.has("mood")
                || faults.has("dislikes-unknown-values") && text.contains("\"teleport\"")
                || faults.has("dislikes-unannounced-tools")
                        && kind.equals("tool_call_update")
                        && !tools.contains(update.path("toolCallId").asText())
                || faults.has("dislikes-nulls") && update.path("content").isNull()
                || faults.has("dislikes-unknown-sessions")
                        && !known.contains(session)
                        && !announced.contains(session)
                        && !opening
                        && !loading.contains(session)
                || faults.has("dislikes-meta") && update.path("_meta").isObject()
                || faults.has("dislikes-usage") && kind.equals("usage_update");
    }

    boolean isLost(String session, JsonNode update) {
        return faults.has("forgets-replays")
                        && loading.contains(session)
                        && !loaded.contains(session)
                        && update.path("messageId").asText().equals("a2")
                || faults.has("ignores-late-updates") && cancelled.contains(session)
                || faults.has("ignores-updates-outside")
                        && known.contains(session)
                        && !running.contains(session)
                        && !loading.contains(session)
                        && !loaded.contains(session)
                || faults.has("ignores-updates-after-loading")
                        && loaded.contains(session)
                        && !running.contains(session)
                        && !loading.contains(session)
                || faults.has("ignores-second-replays") && loaded.contains(session) && loading.contains(session)
                || faults.has("ignores-early-updates") && opening && !known.contains(session);
    }

    private void chunk(String session, String role, JsonNode update) {
        int count = chunks.merge(session, 1, Integer::sum);
        if (faults.has("loses-floods") && count > LOSSY) {
            return;
        }
        JsonNode content = update.path("content");
        if (faults.has("cuts-long-text") && content.path("text").asText().length() > SHORT) {
            content = io.acp4j.tck.internal.wire.Json.obj("type", "text", "text", "…");
        }
        String shown = faults.has("mixes-sessions")
                        && known.contains("sess-1")
                        && update.path("messageId").asText().equals("m1")
                        && known.contains("sess-2")
                ? "sess-1"
                : session;
        conversation(shown).chunk(role, update.path("messageId"), content);
    }
}
