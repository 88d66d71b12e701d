package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Faults in what the agent asks of its client. */
final class ServiceFaults {

    private ServiceFaults() {}

    static void fill(FaultTable table) {
        permission(table);
        files(table);
        terminals(table);
        elicitation(table);
    }

    private static void permission(FaultTable table) {
        String method = "session/request_permission";
        table.request("PERM-001", method, params -> params.set("options", arr()));
        table.request("PERM-002", method, params -> child(params, "/options/0").put("kind", "maybe"));
        table.request(
                "PERM-003",
                method,
                params -> ((ArrayNode) params.path("options"))
                        .add(obj("optionId", "yes", "name", "Always", "kind", "allow_always")));
        table.request("PERM-011", method, params -> child(params, "/options/0").put("name", " "));
        table.flag("PERM-004", "never-minds-permission");
        table.another("PERM-004", "takes-never-for-yes");
        table.flag("PERM-005", "permission-error-hangs");
        table.flag("PERM-006", "permission-fails");
        table.flag("PERM-007", "asks-for-unknown-calls");
        table.flag("PERM-008", "never-runs-what-is-allowed");
        table.flag("PERM-009", "cancelled-means-allowed");
        table.flag("PERM-012", "failed-means-allowed");
        table.flag("PERM-010", "sub-agents-do-as-they-like");
    }

    private static void files(FaultTable table) {
        table.flag("FS-001", "uses-unoffered-read");
        table.flag("FS-002", "uses-unoffered-write");
        table.request("FS-003", "fs/read_text_file", params -> params.put("path", "src/Main.java"));
        table.request("FS-004", "fs/write_text_file", params -> params.remove("content"));
        table.flag("FS-005", "read-error-hangs");
        table.flag("FS-006", "write-error-hangs");
        table.put("FS-008", new Faults().flag("reads-anyway"), "FS-001");
        table.request("FS-007", "fs/read_text_file", params -> params.put("path", "/tmp/another-file"));
    }

    private static void terminals(FaultTable table) {
        table.flag("TERM-001", "uses-unoffered-terminal");
        table.request("TERM-002", "terminal/create", params -> params.remove("command"));
        table.flag("TERM-003", "invents-terminals");
        table.flag("TERM-004", "keeps-terminals");
        table.flag("TERM-005", "uses-released-terminals");
        table.flag("TERM-006", "terminal-error-hangs");
        table.flag("TERM-007", "shows-invented-terminals");
        table.put("TERM-008", new Faults().flag("runs-anyway"), "TERM-001");
    }

    private static void elicitation(FaultTable table) {
        String method = "elicitation/create";
        table.flag("ELIC-001", "uses-unoffered-elicit-form");
        table.flag("ELIC-002", "uses-unoffered-elicit-url");
        table.flag("ELIC-003", "empty-elicitation-is-form");
        table.request("ELIC-004", method, params -> {
            if (params.has("requestedSchema")) {
                child(params, "/requestedSchema/properties/name").put("type", "object");
            }
        });
        table.request("ELIC-012", method, params -> {
            if (params.at("/requestedSchema/required") instanceof ArrayNode required) {
                required.add(required.get(0));
            }
        });
        table.request("ELIC-005", method, params -> params.remove("url"));
        table.request("ELIC-006", method, params -> params.put("requestId", 1));
        table.flag("ELIC-007", "elicitation-decline-hangs");
        table.flag("ELIC-008", "elicitation-cancel-hangs");
        table.flag("ELIC-009", "elicitation-error-hangs");
        table.flag("ELIC-010", "repeats-elicitation-ids");
        table.put(
                "ELIC-011",
                new Faults()
                        .change(
                                "notification:elicitation/complete",
                                message -> child(message, "/params").put("elicitationId", "strange")));
    }
}
