package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Faults of agents of version 2 in what they may offer: options, archives, statuses, titles, system prompts, providers. */
final class V2OfferFaults {

    private static final String NOWHERE = "acp4j-no-such-session";

    private V2OfferFaults() {}

    static void fill(FaultTable table) {
        offers(table);
    }

    private static void offers(FaultTable table) {
        table.put(
                "V2-CONF-001",
                new Faults().change("result:session/set_config_option", message -> message.set("result", obj())),
                "V2-CONF-002",
                "V2-CONF-003",
                "V2-CONF-006");
        table.result(
                "V2-CONF-002",
                "session/set_config_option",
                result -> ((ArrayNode) result.path("configOptions")).remove(2));
        table.put("V2-CONF-003", new Faults().flag("sets-nothing"));
        table.put("V2-CONF-004", option("acp4j-no-such-option", "configId"));
        table.put("V2-CONF-005", option("acp4j-no-such-value", "value"));
        table.flag("V2-CONF-006", "resume-resets-options");
        table.another("V2-CONF-011", "forgets-options", new Faults().flag("forgets-options"), "V2-CONF-006");
        table.flag("V2-CONF-011", "forgets-other-options");
        table.flag("V2-CONF-007", "keeps-wrong-values");
        table.update(
                "V2-CONF-008", "config_option_update", update -> ((ArrayNode) update.path("configOptions")).remove(2));
        table.update(
                "V2-CONF-009",
                "config_option_update",
                update -> child(update, "/configOptions/0").put("currentValue", "nowhere"));
        table.update(
                "V2-CONF-010",
                "config_option_update",
                update -> ((ArrayNode) update.path("configOptions")).set(2, update.at("/configOptions/0")));
        table.update(
                "V2-UPD-020",
                "available_commands_update",
                update -> update.withArray("availableCommands").add(update.at("/availableCommands/0")));
        table.request("V2-PERM-019", "session/request_permission", params -> {
            if (params.at("/subject/type").asText().equals("command")) {
                params.put("sessionId", "nobody");
            }
        });
        table.request("V2-ELIC-010", "elicitation/create", params -> {
            if (params.path("mode").asText().equals("url")) {
                params.put("sessionId", "nobody");
            }
        });
        table.put(
                "V2-ARCH-001", new Faults().change("result:session/archive", message -> message.set("result", arr())));
        table.put("V2-ARCH-002", new Faults().flag("archives-nothing"), "V2-ARCH-003");
        table.flag("V2-ARCH-003", "loses-the-archive");
        table.flag("V2-ARCH-004", "archives-once");
        table.flag("V2-ARCH-005", "never-takes-back");
        table.put("V2-ARCH-006", new Faults().error("session/unarchive", message -> names(message, NOWHERE), -32603));
        table.flag("V2-ARCH-007", "archives-what-works");
        table.put(
                "V2-STAT-001",
                new Faults().change("result:session/status", message -> message.set("result", obj("status", node(1)))),
                "V2-STAT-002");
        table.put(
                "V2-STAT-002",
                new Faults()
                        .change(
                                "result:session/status",
                                message -> child(message, "/result").put("status", "saved")));
        table.flag("V2-STAT-003", "status-has-effects");
        table.flag("V2-STAT-004", "never-closes");
        table.put("V2-STAT-005", new Faults().error("session/status", message -> names(message, NOWHERE), -32603));
        table.put(
                "V2-TITLE-001",
                new Faults().change("result:session/set_title", message -> message.set("result", obj())),
                "V2-TITLE-002");
        table.flag("V2-TITLE-002", "stores-no-title");
        table.put("V2-TITLE-003", new Faults().error("session/set_title", message -> names(message, NOWHERE), -32603));
        table.put(
                "V2-STAT-006",
                new Faults()
                        .change(
                                "error:session/status",
                                message -> child(message, "/error").remove("data")));
        table.flag("V2-TITLE-004", "takes-empty-titles");
        table.flag("V2-TITLE-005", "takes-missing-titles");
        table.flag("V2-TITLE-006", "clears-titles-that-it-refuses");
        table.flag("V2-TITLE-007", "titles-only-what-is-open");
        table.flag("V2-TITLE-008", "finds-titles-itself");
        table.flag("V2-SYS-001", "takes-no-system-prompt");
        table.flag("V2-SYS-002", "takes-any-mode");
        table.flag("V2-SYS-003", "takes-any-system-content");
        table.flag("V2-SYS-004", "resumes-with-any-system-prompt");
        table.result(
                "V2-PROV-001",
                "providers/list",
                result -> child(result, "/providers/0").remove("required"));
        table.result(
                "V2-PROV-003",
                "providers/list",
                result -> child(result, "/providers/0").withArray("supported").add("openai"));
        table.result(
                "V2-PROV-002",
                "providers/list",
                result -> child(result, "/providers/1").put("providerId", "main"));
    }

    private static Faults option(String text, String member) {
        return new Faults()
                .error(
                        "session/set_config_option",
                        message -> message.path("params").path(member).asText().equals(text),
                        -32603);
    }
}
