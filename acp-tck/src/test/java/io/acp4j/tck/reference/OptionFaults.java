package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;

/** Faults in modes, options and message ids. */
final class OptionFaults {

    private static final String NOWHERE = "acp4j-no-such-session";

    private OptionFaults() {}

    static void fill(FaultTable table) {
        modes(table);
        options(table);
        messageIds(table);
    }

    private static Faults refusedWhileRunning(String method) {
        return new Faults()
                .take(
                        method,
                        (message, agent) ->
                                agent.isRunning(message.at("/params/sessionId").asText())
                                        ? Reaction.members(obj("error", obj("code", -32603, "message", "busy")))
                                        : null);
    }

    private static void modes(FaultTable table) {
        table.result(
                "MODE-001", "session/new", result -> child(result, "/modes").put("currentModeId", "gone"));
        table.result(
                "MODE-002",
                "session/new",
                result -> child(result, "/modes/availableModes/0").remove("name"));
        table.put(
                "MODE-003",
                new Faults()
                        .take(
                                "session/set_mode",
                                (message, agent) ->
                                        message.at("/params/modeId").asText().equals("code")
                                                ? Reaction.members(obj("result", arr()))
                                                : null));
        table.flag("MODE-004", "any-mode");
        table.update("MODE-005", "current_mode_update", update -> update.put("currentModeId", "gone"));
        table.put("MODE-006", new Faults().result("session/set_mode", message -> names(message, NOWHERE), obj()));
        table.flag("MODE-008", "load-resets-mode");
        table.flag("MODE-009", "tells-modes-at-first");
        table.flag("MODE-010", "resume-tells-no-modes");
        table.flag("MODE-011", "forgets-modes");
        table.flag("MODE-012", "resume-resets-mode");
        table.another(
                "MODE-008",
                "forgets-each-mode",
                new Faults().flag("forgets-each-mode"),
                "MODE-011",
                "MODE-012",
                "FORK-121");
        table.put("MODE-007", refusedWhileRunning("session/set_mode"));
    }

    private static void options(FaultTable table) {
        table.result(
                "CONF-001",
                "session/new",
                result -> child(result, "/configOptions/1").remove("name"));
        table.result(
                "CONF-002",
                "session/new",
                result -> child(result, "/configOptions/2").put("id", "model"));
        table.result(
                "CONF-003",
                "session/new",
                result -> child(result, "/configOptions/1").put("currentValue", "gone"));
        table.flag("CONF-004", "options-do-not-change");
        table.flag("CONF-005", "any-value");
        table.flag("CONF-006", "any-option");
        table.flag("CONF-007", "boolean-options-for-all");
        table.update(
                "CONF-008", "config_option_update", update -> ((ArrayNode) update.path("configOptions")).remove(0));
        table.result(
                "CONF-009", "session/new", result -> child(result, "/modes").put("currentModeId", "code"));
        table.flag("CONF-011", "load-resets-options");
        table.flag("CONF-012", "resume-tells-no-options");
        table.flag("CONF-014", "forgets-other-options");
        table.flag("CONF-015", "resume-resets-options");
        table.another(
                "CONF-014",
                "forgets-each-option",
                new Faults().flag("forgets-each-option"),
                "CONF-011",
                "CONF-015",
                "FORK-021");
        table.put(
                "CONF-013",
                new Faults()
                        .result(
                                "session/set_config_option",
                                message -> names(message, NOWHERE),
                                obj("configOptions", arr())));
        table.result("CONF-020", "session/new", result -> {
            for (JsonNode option : result.path("configOptions")) {
                if (option.path("options") instanceof ArrayNode choices && !choices.isEmpty()) {
                    choices.add(choices.get(0));
                }
            }
        });
        table.put("CONF-010", refusedWhileRunning("session/set_config_option"));
    }

    private static boolean says(ObjectNode update, String text) {
        return update.at("/content/text").asText().equals(text);
    }

    private static void messageIds(FaultTable table) {
        table.update("MSG-001", "agent_message_chunk", update -> {
            if (says(update, "stopping")) {
                update.put("messageId", 7);
            }
        });
        table.update("MSG-002", "agent_message_chunk", update -> {
            if (says(update, "2 ")) {
                update.put("messageId", "another");
            }
        });
        table.flag("MSG-003", "messages-share-ids");
        table.flag("MSG-004", "thought-shares-id");
        table.flag("MSG-005", "tool-keeps-id");
        table.flag("MSG-006", "replays-users-without-ids");
        table.flag("MSG-007", "replays-with-one-id");
        table.flag("MSG-008", "messages-repeat-ids");
        table.flag("MSG-009", "replays-with-other-ids");
        table.flag("MSG-010", "replays-with-new-ids");
        table.update("MSG-011", "agent_message_chunk", update -> {
            if (says(update, "stopping")) {
                update.put("messageId", "");
            }
        });
        table.flag("MSG-013", "split-changes-id");
    }
}
