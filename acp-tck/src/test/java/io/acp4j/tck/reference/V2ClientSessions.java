package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a reference client of version 2 knows of its sessions. */
final class V2ClientSessions extends ClientSessions {

    private static final Map<String, String> WHOLES =
            Map.of("agent_message", "agent", "agent_thought", "thought", "user_message", "user");

    private static final Set<String> KINDS = Set.of(
            "agent_message_chunk",
            "agent_thought_chunk",
            "user_message_chunk",
            "agent_message",
            "agent_thought",
            "user_message",
            "state_update",
            "tool_call_update",
            "tool_call_content_chunk",
            "terminal_update",
            "terminal_output_chunk",
            "plan_update",
            "plan_removed",
            "available_commands_update",
            "config_option_update",
            "session_info_update",
            "usage_update",
            "notice",
            "compaction_update",
            "compaction_summary_chunk",
            "subagent_update",
            "session_message",
            "session_message_chunk");

    /** All of one session. */
    record Known(V2Turns turns, V2Tools tools, V2Terminals terminals, V2Facts facts) {}

    private final Map<String, Known> sessions = new HashMap<>();
    private final Set<String> opening = new HashSet<>();
    private final Set<String> closed = new HashSet<>();
    private V2Turns.@Nullable Listener listener;
    private @Nullable V2Facts shared;

    V2ClientSessions(ReferenceClient client) {
        super(client);
    }

    void listener(V2Turns.Listener newListener) {
        listener = newListener;
    }

    Known session(String id) {
        return sessions.computeIfAbsent(id, any -> {
            V2Facts facts = new V2Facts(faults);
            if (faults.has("shares-states")) {
                shared = shared == null ? facts : shared;
                facts = shared;
            }
            return new Known(
                    new V2Turns(faults, (command, idle) -> ended(id, command, idle)),
                    new V2Tools(faults),
                    new V2Terminals(faults),
                    facts);
        });
    }

    private void ended(String session, JsonNode command, JsonNode idle) {
        running(session, false);
        if (listener != null) {
            listener.ended(command, idle);
        }
    }

    @Override
    void loading(String session, boolean now) {
        super.loading(session, now);
        if (now) {
            opening.add(session);
        } else {
            opening.remove(session);
        }
    }

    @Override
    void cancelled(String session) {
        super.cancelled(session);
        session(session).tools().cancelled();
    }

    /** Returns the prompts whose turns can no longer end. */
    List<JsonNode> abandoned() {
        return sessions.values().stream()
                .flatMap(known -> known.turns().abandoned().stream())
                .toList();
    }

    /** The agent has asked for something that is no part of a turn. */
    void turnedAway() {
        sessions.values().forEach(known -> known.turns().turnedAway());
    }

    void closed(String session) {
        closed.add(session);
    }

    @Override
    V2Conversation conversation(String session) {
        return (V2Conversation) super.conversation(session);
    }

    @Override
    ClientConversation begin() {
        return new V2Conversation(faults);
    }

    @Override
    Set<String> kinds() {
        return KINDS;
    }

    @Override
    boolean isBroken(String kind, JsonNode update) {
        return switch (kind) {
            case "agent_message_chunk", "agent_thought_chunk", "user_message_chunk" ->
                !update.path("content").isObject()
                        || !(update.path("messageId").isTextual()
                                || (faults.has("adopts-id-less")
                                        && !update.path("messageId").isNumber()));
            case "tool_call_update" -> !update.path("toolCallId").isTextual();
            default -> false;
        };
    }

    @Override
    boolean isDisliked(String session, String kind, JsonNode update) {
        String text = update.toString();
        return super.isDisliked(session, kind, update)
                || faults.has("dislikes-closed-sessions") && closed.contains(session)
                || faults.has("dislikes-notices") && text.contains("\"warning\"")
                || faults.has("dislikes-null-dates") && update.path("updatedAt").isNull()
                || faults.has("dislikes-unknown-changes") && text.contains("\"_transmute\"");
    }

    /** Returns whether an update is lost; a client that loses messages loses their chunks. */
    @Override
    boolean isLost(String session, JsonNode update) {
        return update.path("sessionUpdate").asText().matches("(agent|user)_(message|thought)_chunk")
                && super.isLost(session, update);
    }

    @Override
    void told(String session, String kind, JsonNode update) {
        Known known = session(session);
        switch (kind) {
            case "agent_message", "agent_thought", "user_message" -> whole(session, kind, update);
            case "state_update" -> state(session, update);
            case "tool_call_update" -> {
                boolean first = known.tools().update(update);
                conversation(session).other(first ? "tool_call" : kind);
            }
            case "tool_call_content_chunk" -> known.tools().chunk(update);
            case "terminal_update" -> known.terminals().update(update);
            case "terminal_output_chunk" -> {
                if (!known.terminals().chunk(update) && faults.has("dislikes-no-base64")) {
                    client.die();
                }
            }
            case "plan_update" -> {
                known.facts().plan(update.path("plan"));
                if (faults.has("ends-with-plans") && update.toString().contains("\"completed\"")) {
                    client.turnSeemsOver(session);
                }
            }
            case "session_info_update" -> known.facts().info(update);
            case "usage_update" -> known.facts().usage(update);
            case "config_option_update" -> known.facts().options(update.path("configOptions"), true);
            default -> conversation(session).other(kind);
        }
    }

    private void whole(String session, String kind, JsonNode update) {
        String role = WHOLES.get(kind);
        String id = update.path("messageId").asText();
        if (kind.equals("user_message")) {
            session(session).turns().echo(id);
        }
        boolean running = session(session).turns().isBusy();
        conversation(session).whole(role, id, update.path("content"), running);
    }

    private void state(String session, JsonNode update) {
        if (!(faults.has("ignores-states-of-resumed") && opening.contains(session))) {
            session(session).facts().state(update);
        }
        if (faults.has("mixes-idles")) {
            sessions.values().forEach(each -> each.turns().state(update));
        } else {
            session(session).turns().state(update);
        }
    }
}
