package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.catalogue.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One way for a client of version 2 to get each requirement wrong, and nothing else. */
final class V2ClientFaultTable {

    private static final String NEW = "request:session/new";

    private final Map<String, Faults> byRequirement = new TreeMap<>();

    private V2ClientFaultTable() {}

    static Map<String, Faults> all() {
        V2ClientFaultTable table = new V2ClientFaultTable();
        table.ofBoth();
        table.connection();
        table.sessions();
        table.prompts();
        table.messages();
        table.tools();
        table.questions();
        table.facts();
        return table.byRequirement;
    }

    private void put(String requirement, Faults faults) {
        if (byRequirement.put("V2-CLI-" + requirement, faults) != null) {
            throw new IllegalStateException("Two faults for " + requirement);
        }
    }

    private void flag(String requirement, String flag) {
        put(requirement, new Faults().flag(flag));
    }

    private void params(String requirement, String key, Consumer<ObjectNode> change) {
        put(requirement, new Faults().change(key, message -> change.accept(FaultTable.child(message, "/params"))));
    }

    /** What both versions have goes wrong in the same way, but for what version 2 writes otherwise. */
    private void ofBoth() {
        Catalogue catalogue = Catalogue.ofClients(2);
        ClientFaultTable.all().forEach((id, faults) -> {
            if (catalogue.find(id).isPresent()) {
                byRequirement.put(id, faults);
            }
        });
        byRequirement.put(
                "CLI-SHAPE-002",
                new Faults()
                        .change(
                                "request:initialize",
                                message -> FaultTable.child(message, "/params/info")
                                        .put("title", 7)));
        byRequirement.put("CLI-RPC-020", new Faults().flag("fails-on-nothing-to-choose"));
        byRequirement.put("CLI-CANCEL-004", new Faults().flag("ignores-withdrawals-during-work"));
        byRequirement.put("CLI-CANCEL-003", new Faults().flag("withdraws-sessions-wrongly"));
        byRequirement.put(
                "CLI-SESS-001",
                new Faults()
                        .change(
                                "request:session/resume",
                                message -> FaultTable.child(message, "/params").put("cwd", "relative/path")));
    }

    private void connection() {
        params(
                "INIT-001",
                "request:initialize",
                params -> FaultTable.child(params, "/info").remove("version"));
        params(
                "INIT-002",
                "request:initialize",
                params -> FaultTable.child(params, "/capabilities").put("auth", true));
        params("INIT-003", "request:initialize", params -> params.put("protocolVersion", 1));
        flag("INIT-004", "needs-mcp");
        flag("INIT-005", "opens-anyway");
        flag("INIT-006", "takes-true-for-an-offer");
        flag("INIT-007", "hasty-after-refusal");
        flag("INIT-008", "keeps-refused-open");
        flag("INIT-009", "asks-for-anything");
        flag("INIT-010", "hasty-without-data");
        flag("RPC-001", "null-ids");
        ArrayNode array = arr(obj("jsonrpc", "2.0", "method", "_x/hello", "params", obj()));
        put("RPC-002", new Faults().rewrite(NEW, message -> List.of(array.toString(), message)));
        flag("RPC-003", "answers-arrays-one-by-one");
        flag("RPC-004", "carries-arrays-out");
        flag("RPC-005", "dislikes-arrays");
        flag("RPC-006", "serves-files");
        flag("RPC-007", "answers-null-ids");
        flag("AUTH-001", "logs-in-by-terminal");
        flag("AUTH-002", "logs-out-anyway");
        flag("AUTH-003", "never-logs-out");
    }

    private void sessions() {
        params(
                "SESS-001",
                "request:session/resume",
                params -> params.set("mcpServers", arr(obj("name", "x", "command", "/x"))));
        flag("SESS-002", "sends:stdio");
        params("SESS-003", NEW, params -> {
            if (params.at("/mcpServers/0").isObject()) {
                FaultTable.child(params, "/mcpServers/0").remove("args");
            }
        });
        flag("SESS-004", "resumes-when-loading");
        flag("SESS-005", "replays-when-resuming");
        flag("SESS-006", "ignores-states-of-resumed");
        flag("SESS-007", "overwrites-early-states");
        flag("SESS-008", "needs-known:session/close");
        flag("SESS-009", "needs-known:session/delete");
        flag("SESS-010", "takes-empty-cursors-for-none");
        flag("SESS-011", "drops-malformed-pages");
        flag("SESS-012", "calls:session/archive");
        flag("SESS-013", "calls:session/status");
        flag("SESS-014", "calls:session/set_title");
        flag("SESS-015", "dislikes-closed-sessions");
    }

    private void prompts() {
        flag("PROMPT-001", "ends-when-inserted");
        flag("PROMPT-002", "ends-at-any-idle");
        flag("PROMPT-003", "ends-echoed-when-inserted");
        flag("PROMPT-004", "forgets-early-ends");
        flag("PROMPT-005", "confuses-early-running");
        flag("PROMPT-006", "shows-prompts-twice");
        flag("PROMPT-007", "makes-up-user-ids");
        flag("PROMPT-008", "hides-errors");
        flag("PROMPT-009", "gives-up-after-errors");
        flag("PROMPT-010", "needs-reasons");
        flag("PROMPT-011", "ends-at-requires-action");
        flag("PROMPT-012", "ends-at-unknown-states");
        flag("PROMPT-013", "waits-for-background");
        flag("PROMPT-014", "ends-at-repeated-idles");
        flag("PROMPT-015", "ends-with-unprompted-work");
        flag("PROMPT-016", "ends-with-plans");
        flag("PROMPT-017", "ends-when-cancelled");
        flag("PROMPT-018", "mixes-idles");
        flag("QUEUE-001", "ends-held-with-work");
        flag("QUEUE-002", "ends-one-turn-at-a-time");
        flag("QUEUE-003", "takes-withdrawn-for-done");
        flag("QUEUE-004", "withdraws-wrongly");
        flag("QUEUE-005", "cancels-when-withdrawing");
        flag("STATE-001", "never-requires-action");
        flag("STATE-002", "adds-up-background");
        flag("STATE-003", "shares-states");
        flag("STATE-004", "dislikes-unknown-background");
    }

    private void messages() {
        flag("MSG-001", "splits-interleaved");
        flag("MSG-002", "ignores-roles");
        flag("MSG-003", "adds-wholes");
        flag("MSG-004", "ends-whole-messages");
        flag("MSG-005", "ignores-null-content");
        flag("MSG-006", "ignores-empty-content");
        flag("MSG-007", "clears-without-content");
        flag("MSG-008", "needs-chunks-first");
        flag("MSG-009", "ignores-whole-thoughts");
        flag("MSG-010", "ignores-late-wholes");
        flag("MSG-011", "moves-replaced");
        flag("MSG-012", "adopts-id-less");
        flag("MSG-013", "drops-partly-malformed");
        flag("TOL-001", "dislikes-notices");
        flag("TOL-002", "dislikes-null-dates");
        flag("TOL-003", "dislikes-unknown-changes");
    }

    private void tools() {
        flag("TOOL-001", "knows-plain-ids-only");
        flag("TOOL-002", "forgets-what-is-left-out");
        flag("TOOL-003", "keeps-cleared-titles");
        flag("TOOL-004", "adds-up-contents");
        flag("TOOL-005", "ignores-content-chunks");
        flag("TOOL-006", "keeps-cleared-contents");
        flag("TOOL-007", "knows-old-states");
        flag("TOOL-008", "ignores-subjects");
        flag("TOOL-009", "freezes-cancelled-tools");
        flag("TOOL-010", "cancels-any-tool");
        params("TOOL-011", "request:tool_call/cancel", params -> params.put("toolCallId", "another"));
        flag("TOOL-012", "ignores-cleared-capabilities");
        flag("TOOL-013", "marks-cancelled-at-once");
        flag("TERM-001", "decodes-chunks-apart");
        flag("TERM-002", "adds-up-output");
        flag("TERM-003", "keeps-cleared-output");
        flag("TERM-004", "forgets-output-at-exit");
        flag("TERM-005", "forgets-commands");
        flag("TERM-006", "cancels-any-terminal");
        params("TERM-007", "request:terminal/cancel", params -> params.put("terminalId", "another"));
        flag("TERM-008", "dislikes-no-base64");
    }

    private void questions() {
        flag("PERM-001", "needs-subjects");
        flag("PERM-002", "dislikes-commands");
        flag("PERM-003", "dislikes-unknown-subjects");
        flag("PERM-004", "selects-when-withdrawn");
        flag("PERM-005", "fails-when-withdrawn");
        flag("PERM-006", "cancels-background-questions");
        flag("PERM-007", "cancels-all-questions");
        flag("PERM-008", "needs-no-title");
        flag("ELIC-001", "elicits-in-sessions-only");
        flag("ELIC-002", "elicits-for-sessions-only");
        flag("ELIC-003", "accepts-any-mode");
    }

    private void facts() {
        flag("INFO-001", "keeps-cleared-info-title");
        flag("INFO-002", "forgets-titles");
        flag("INFO-003", "keeps-cleared-costs");
        flag("INFO-004", "forgets-costs");
        flag("PLAN-001", "has-one-plan");
        flag("PLAN-002", "adds-up-plans");
        flag("PLAN-003", "drops-malformed-plans");
        params("OPT-001", "request:session/set_config_option", params -> params.put("type", "select"));
        flag("OPT-002", "shows-what-was-set");
        flag("OPT-003", "adds-up-options");
    }
}
