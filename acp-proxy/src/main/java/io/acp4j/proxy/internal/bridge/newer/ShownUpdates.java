package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.values.Commands;
import io.acp4j.proxy.internal.bridge.wire.Json;

/** What an agent of the newer version tells of a session, for a client of the older one. */
final class ShownUpdates {

    private final ClientAbilities abilities;
    private final ClientUpdates client;
    private final Turns turns;
    private final ToolCalls tools;
    private final Messages messages;
    private final Plans plans;
    private final Settings settings;

    ShownUpdates(
            ClientAbilities abilities,
            ClientUpdates client,
            Turns turns,
            ToolCalls tools,
            Messages messages,
            Settings settings) {
        this.abilities = abilities;
        this.client = client;
        this.turns = turns;
        this.tools = tools;
        this.messages = messages;
        this.plans = new Plans(client, abilities.plans());
        this.settings = settings;
    }

    /** Shows an update, now or when it is known whether it is the echo of a prompt. */
    void take(ShownSession session, ObjectNode params) {
        if (!turns.putsOff(session, params)) {
            show(session, params);
        }
    }

    /** Shows an update. */
    void show(ShownSession session, ObjectNode params) {
        if (!(params.path("update") instanceof ObjectNode update)) {
            session.losses.add(BridgeLoss.UPDATE_DROPPED);
            return;
        }
        String kind = Json.text(update, "sessionUpdate", "");
        switch (kind) {
            case "tool_call_content_chunk" -> {
                turns.sign(session);
                tools.chunk(session, update);
                return;
            }
            case "terminal_update" -> {
                tools.terminal(session, update);
                return;
            }
            case "terminal_output_chunk" -> {
                tools.terminalChunk(session, update);
                return;
            }
            case "state_update" -> {
                turns.state(session, update);
                return;
            }
            default -> tools.flush(session);
        }
        show(session, params, update, kind);
    }

    private void show(ShownSession session, ObjectNode params, ObjectNode update, String kind) {
        switch (kind) {
            case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" ->
                messages.chunk(session, params, update, kind);
            case "user_message", "agent_message", "agent_thought" -> messages.whole(session, params, update, kind);
            case "tool_call_update" -> {
                turns.sign(session);
                tools.update(session, params, update);
            }
            case "plan_update" -> plans.update(session, params, update);
            case "plan_removed" -> plans.removed(session, params, update);
            case "config_option_update" -> settings.update(session, params, update);
            case "available_commands_update" -> {
                update.set("availableCommands", Commands.forOlder(update.path("availableCommands"), session.losses));
                client.send(session, params, update);
            }
            case "session_info_update", "usage_update" -> client.send(session, params, update);
            case "notice" -> sendIf(abilities.notices(), session, params, update);
            case "compaction_update", "compaction_summary_chunk" ->
                sendIf(abilities.compaction(), session, params, update);
            case "subagent_update" -> sendIf(abilities.subagents(), session, params, update);
            // Of kinds that nobody knows, a strict client fails; those of a dialect go to who has asked for it.
            default ->
                sendIf(
                        kind.startsWith("_") || (abilities.air() && !kind.startsWith("session_message")),
                        session,
                        params,
                        update);
        }
    }

    private void sendIf(boolean understood, ShownSession session, ObjectNode params, ObjectNode update) {
        if (understood) {
            client.send(session, params, update);
        } else {
            session.losses.add(BridgeLoss.UPDATE_DROPPED);
        }
    }
}
