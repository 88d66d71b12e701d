package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.values.Commands;
import io.acp4j.proxy.internal.bridge.values.ConfigOptions;
import io.acp4j.proxy.internal.bridge.values.Diffs;
import io.acp4j.proxy.internal.bridge.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent of the older version tells of a session, for a client of the newer one. */
final class Updates {

    private static final String KIND = "sessionUpdate";

    /** What an agent may send at any time, so that it is no sign of the work on a prompt. */
    private static final Set<String> OF_THE_SESSION = Set.of(
            "available_commands_update",
            "current_mode_update",
            "config_option_update",
            "session_info_update",
            "usage_update",
            "state_update");

    private final ClientLink client;
    private final Chunks chunks;
    private final Prompts prompts;

    Updates(ClientLink client, Chunks chunks, Prompts prompts) {
        this.client = client;
        this.chunks = chunks;
        this.prompts = prompts;
    }

    void take(BridgedSession session, ObjectNode params) {
        if (!(params.path("update") instanceof ObjectNode update)) {
            session.losses.add(BridgeLoss.UPDATE_DROPPED);
            return;
        }
        String kind = Json.text(update, KIND, "");
        boolean ofUser = kind.equals(Chunks.OF_USER);
        boolean inTranscript = kind.endsWith("_chunk") || kind.startsWith("tool_call") || kind.startsWith("plan");
        if (session.isSwallowing() && inTranscript) {
            return;
        }
        if (ofUser && prompts.takesEcho(session, params, update)) {
            return;
        }
        if (!OF_THE_SESSION.contains(kind)) {
            prompts.sign(session);
        }
        if (inTranscript && !ofUser) {
            prompts.speaks(session);
        }
        switch (kind) {
            case Chunks.OF_USER, "agent_message_chunk", "agent_thought_chunk" -> chunks.show(session, params, update);
            case "tool_call", "tool_call_update" -> {
                session.endChunks();
                client.update(session, params, toolCall(session, update));
            }
            case "plan" -> {
                session.endChunks();
                client.update(session, params, plan(update));
            }
            case "plan_update", "plan_removed" -> {
                session.endChunks();
                client.update(session, params, update);
            }
            case "current_mode_update" -> mode(session, params, update);
            case "config_option_update" -> {
                session.configOptions = ConfigOptions.forNewer(update.path("configOptions"));
                update.set("configOptions", session.options());
                client.update(session, params, update);
            }
            case "available_commands_update" -> {
                update.set("availableCommands", Commands.forNewer(update.path("availableCommands")));
                client.update(session, params, update);
            }
            // States are the bridge's to tell; an agent of the older version has none.
            case "state_update" -> session.losses.add(BridgeLoss.UPDATE_DROPPED);
            default -> client.update(session, params, update);
        }
    }

    private static ObjectNode plan(ObjectNode update) {
        ObjectNode plan = Json.object().put("type", "items").put("planId", "main");
        plan.set("entries", update.path("entries").isArray() ? update.path("entries") : Json.array());
        update.remove("entries");
        update.put(KIND, "plan_update").set("plan", plan);
        return update;
    }

    private void mode(BridgedSession session, ObjectNode params, ObjectNode update) {
        String current = Json.text(update, "currentModeId", "");
        ObjectNode own = ConfigOptions.findMode(session.configOptions);
        ObjectNode option = own == null ? session.modes : own;
        if (option == null) {
            session.losses.add(BridgeLoss.UPDATE_DROPPED);
            return;
        }
        option.put("currentValue", current);
        update.remove("currentModeId");
        update.put(KIND, "config_option_update").set("configOptions", session.options());
        client.update(session, params, update);
    }

    /** Rewrites a tool call, or what changes of one, in place. */
    ObjectNode toolCall(BridgedSession session, ObjectNode call) {
        String id = Json.text(call, "toolCallId", "");
        if (call.has(KIND)) {
            call.put(KIND, "tool_call_update");
        }
        // What is null has not changed: the older version cannot clear.
        Json.dropNulls(call);
        String title = Json.text(call, "title");
        if (title != null) {
            session.titles.put(id, title);
        }
        terminals(session, call.path("_meta"));
        if (call.path("content") instanceof ArrayNode content) {
            call.set("content", content(session, content));
        }
        return call;
    }

    private static ArrayNode content(BridgedSession session, ArrayNode content) {
        ArrayNode out = Json.array();
        for (JsonNode item : content) {
            String type = Json.text(item, "type", "");
            if (item instanceof ObjectNode diff && type.equals("diff")) {
                out.add(Diffs.forNewer(diff));
            } else if (type.equals("terminal") && !session.terminals.has(Json.text(item, "terminalId", ""))) {
                session.losses.add(BridgeLoss.TERMINAL);
                out.add(Json.textContent("terminal " + Json.text(item, "terminalId", "")));
            } else {
                out.add(item);
            }
        }
        return out;
    }

    /** Makes terminals of what agents tell by convention in {@code _meta} about those that they own. */
    private void terminals(BridgedSession session, JsonNode meta) {
        JsonNode info = meta.path("terminal_info");
        String id = Json.text(info, "terminal_id");
        if (id != null) {
            session.terminals.put(id, true);
            ObjectNode update = Json.object().put(KIND, "terminal_update").put("terminalId", id);
            String cwd = Json.text(info, "cwd");
            if (cwd != null) {
                update.put("cwd", cwd);
            }
            client.update(session, update);
        }
        for (String name : List.of("terminal_output", "terminal_output_delta")) {
            terminalOutput(session, meta.path(name));
        }
        JsonNode exit = meta.path("terminal_exit");
        String ended = known(session, exit);
        if (ended != null) {
            ObjectNode status = Json.object();
            copy(exit, "exit_code", status, "exitCode");
            copy(exit, "signal", status, "signal");
            client.update(
                    session,
                    Json.object()
                            .put(KIND, "terminal_update")
                            .put("terminalId", ended)
                            .set("exitStatus", status));
        }
    }

    private void terminalOutput(BridgedSession session, JsonNode output) {
        String id = known(session, output);
        String data = Json.text(output, "data");
        if (id != null && data != null) {
            client.update(
                    session,
                    Json.object()
                            .put(KIND, "terminal_output_chunk")
                            .put("terminalId", id)
                            .put("data", Base64.getEncoder().encodeToString(data.getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static @Nullable String known(BridgedSession session, JsonNode about) {
        String id = Json.text(about, "terminal_id");
        return id != null && session.terminals.has(id) ? id : null;
    }

    private static void copy(JsonNode from, String member, ObjectNode to, String as) {
        if (Json.has(from, member)) {
            to.set(as, from.path(member));
        }
    }
}
