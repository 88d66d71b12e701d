package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One way for a client to get each requirement wrong, and nothing else. */
final class ClientFaultTable {

    private static final String NEW = "request:session/new";
    private static final String LOAD = "request:session/load";
    private static final String UNKNOWN = "error:craft/unknown";

    /** What is wrong with a connection over HTTP; both versions have all of it. */
    static final Map<String, String> HTTP = Map.ofEntries(
            Map.entry("HTTP-001", "http-text"),
            Map.entry("HTTP-002", "http-any-accept"),
            Map.entry("HTTP-003", "http-no-connection"),
            Map.entry("HTTP-004", "http-no-cookies"),
            Map.entry("HTTP-005", "http-bare-prompts"),
            Map.entry("HTTP-006", "http-bare-responses"),
            Map.entry("HTTP-007", "http-opens-later"),
            Map.entry("HTTP-008", "http-opens-late"),
            Map.entry("HTTP-009", "http-opens-on-demand"),
            Map.entry("HTTP-010", "http-loads-on-sessions-only"),
            Map.entry("HTTP-011", "http-loads-on-connection-only"),
            Map.entry("HTTP-012", "http-one-line"),
            Map.entry("HTTP-013", "http-dislikes-fields"),
            Map.entry("HTTP-014", "http-dislikes-returns"),
            Map.entry("HTTP-015", "http-decodes-pieces"),
            Map.entry("HTTP-016", "http-keeps-mark"),
            Map.entry("HTTP-017", "http-dies-of-500"),
            Map.entry("HTTP-018", "http-tries-again"),
            Map.entry("HTTP-019", "http-goes-on"),
            Map.entry("HTTP-020", "http-waits"),
            Map.entry("HTTP-021", "http-ends-with-a-stream"),
            Map.entry("HTTP-022", "http-leaves-streams-ended"),
            Map.entry("HTTP-023", "http-one-queue"),
            Map.entry("HTTP-024", "http-reads-for-ever"),
            Map.entry("HTTP-025", "http-follows"),
            Map.entry("HTTP-026", "http-no-delete"),
            Map.entry("HTTP-027", "http-gives-up"),
            Map.entry("HTTP-028", "http-mixes-ids"),
            Map.entry("HTTP-029", "http-cuts-at-separators"));

    private final Map<String, Faults> byRequirement = new TreeMap<>();

    private ClientFaultTable() {}

    static Map<String, Faults> all() {
        ClientFaultTable table = new ClientFaultTable();
        table.transport();
        HTTP.forEach(table::flag);
        table.envelopes();
        table.initialization();
        table.sessions();
        table.turns();
        table.messages();
        table.services();
        table.terminals();
        table.forks();
        table.tolerance();
        table.contents();
        return table.byRequirement;
    }

    private void put(String requirement, Faults faults) {
        if (byRequirement.put("CLI-" + requirement, faults) != null) {
            throw new IllegalStateException("Two faults for " + requirement);
        }
    }

    private void flag(String requirement, String... flags) {
        Faults faults = new Faults();
        for (String flag : flags) {
            faults.flag(flag);
        }
        put(requirement, faults);
    }

    private void change(String requirement, String key, Consumer<ObjectNode> change) {
        put(requirement, new Faults().change(key, change));
    }

    private void params(String requirement, String key, Consumer<ObjectNode> change) {
        change(requirement, key, message -> change.accept(FaultTable.child(message, "/params")));
    }

    /** Says something before a message. */
    private void before(String requirement, String key, Object extra) {
        put(requirement, new Faults().rewrite(key, message -> List.of(extra, message)));
    }

    private static byte[] brokenUtf8(ObjectNode message) {
        byte[] bytes = Json.bytes(message.deepCopy().put("note", "@@"));
        for (int i = 0; i + 1 < bytes.length; i++) {
            if (bytes[i] == '@' && bytes[i + 1] == '@') {
                bytes[i] = (byte) 0xC3;
                bytes[i + 1] = 0x28;
            }
        }
        return bytes;
    }

    private void transport() {
        before("STDIO-001", NEW, "Hello, agent!");
        put("STDIO-002", new Faults().rewrite(NEW, message -> List.of((Object) brokenUtf8(message))));
        before("STDIO-003", NEW, "");
        flag("STDIO-004", "garbles-pieces");
        flag("STDIO-005", "one-line-a-read");
        flag("STDIO-006", "dislikes-returns");
        flag("STDIO-007", "dislikes-blank-lines");
        flag("STDIO-008", "stays");
        flag("STDIO-010", "ends-without-newline");
        flag("STDIO-012", "cuts-at-separators");
        put("STDIO-011", new Faults().rewrite(NEW, message -> List.of("\uFEFF" + message)));
    }

    private void envelopes() {
        change("RPC-001", NEW, message -> message.put("jsonrpc", "1.0"));
        change("RPC-002", "error:_acp4j/ping", message -> message.set("result", obj()));
        change(
                "RPC-003",
                UNKNOWN,
                message -> message.put("id", message.path("id").asText()));
        put("RPC-004", new Faults().rewrite(UNKNOWN, message -> List.of(message, message)));
        change(
                "RPC-005",
                UNKNOWN,
                message -> FaultTable.child(message, "/error").remove("message"));
        flag("RPC-006", "odd-ids");
        flag("RPC-007", "same-ids");
        before("RPC-008", NEW, obj("jsonrpc", "2.0", "method", "_x/hello", "params", arr(1)));
        before("RPC-009", NEW, obj("jsonrpc", "2.0", "method", "craft/hello", "params", obj()));
        put("RPC-010", new Faults().rewrite(NEW, message -> List.of((Object) twice(message))));
        flag("RPC-011", "answers-notifications");
        change(
                "RPC-012",
                UNKNOWN,
                message -> FaultTable.child(message, "/error").put("code", -32603));
        flag("RPC-013", "loses-string-ids");
        flag("RPC-014", "loses-negative-ids");
        flag("RPC-015", "loses-strange-ids");
        flag("RPC-021", "rounds-ids");
        put("RPC-022", new Faults().rewrite(NEW, message -> List.of(withHalf(message))));
        flag("RPC-016", "needs-order");
        flag("RPC-017", "loses-the-last");
        flag("RPC-018", "answers-answers");
        flag("RPC-019", "answers-anything");
        change(
                "RPC-020",
                "error:session/request_permission",
                message -> FaultTable.child(message, "/error")
                        .put("code", message.at("/error/code").asInt() == -32602 ? -32603 : -32800));
    }

    private static String withHalf(ObjectNode message) {
        ObjectNode copy = message.deepCopy();
        FaultTable.child(copy, "/params").set("_meta", obj("mood", "@@"));
        return copy.toString().replace("@@", "\\ud83d");
    }

    private static String twice(ObjectNode message) {
        String text = new String(Json.bytes(message), StandardCharsets.UTF_8);
        return text.replace("{\"jsonrpc\":\"2.0\"", "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\"");
    }

    private void initialization() {
        params("SHAPE-001", NEW, params -> params.put("additionalDirectories", "none"));
        params(
                "SHAPE-002",
                "request:initialize",
                params -> FaultTable.child(params, "/clientInfo").put("title", 7));
        params("SHAPE-003", NEW, params -> params.put("mood", "cheerful"));
        flag("INIT-001", "talks-first");
        flag("INIT-002", "initializes-twice");
        params("INIT-003", "request:initialize", params -> params.put("protocolVersion", "1"));
        params(
                "INIT-004",
                "request:initialize",
                params -> FaultTable.child(params, "/clientCapabilities").put("session", 7));
        params("INIT-005", "request:initialize", params -> params.remove("clientInfo"));
        flag("INIT-006", "keeps-wrong-version-open");
        flag("INIT-007", "hasty");
        flag("INIT-008", "needs-capabilities");
        flag("INIT-009", "needs-known-members");
        flag("INIT-010", "ignores-failed-initialize");
        flag("INIT-011", "chokes-on-null");
        flag("INIT-012", "talks-early");
        flag("AUTH-001", "takes-the-first-method");
        flag("AUTH-002", "authenticates-anyhow");
    }

    private void sessions() {
        params("SESS-001", LOAD, params -> params.put("cwd", "relative/path"));
        params("SESS-002", LOAD, params -> params.remove("mcpServers"));
        flag("SESS-003", "sends:http");
        flag("SESS-004", "sends:sse");
        params("SESS-005", "request:session/prompt", params -> replace(params, "sessionId", "\\", "/"));
        flag("SESS-006", "calls:session/load");
        flag("SESS-007", "calls:session/list");
        flag("SESS-008", "calls:session/resume");
        flag("SESS-009", "calls:session/close");
        flag("SESS-010", "calls:session/delete");
        flag("SESS-011", "forgets-replays");
        params("SESS-012", "request:session/prompt", params -> replace(params, "sessionId", "old-2", "old"));
        params("SESS-013", "request:session/list", params -> replace(params, "cursor", " ", ""));
        flag("SESS-014", "gives-up");
        flag("SESS-015", "mixes-sessions");
        params("SESS-016", "request:session/close", params -> params.put("sessionId", "another"));
        flag("SESS-017", "sends-directories");
        flag("SESS-020", "stays-in-one-place");
    }

    private static void replace(ObjectNode object, String member, String part, String other) {
        JsonNode value = object.path(member);
        if (value.isTextual()) {
            object.put(member, value.asText().replace(part, other));
        }
    }

    private void turns() {
        params("PROMPT-001", "request:session/prompt", params -> {
            if (params.at("/prompt/0/text").asText().equals("again")) {
                FaultTable.child(params, "/prompt/0").put("type", "prose");
            }
        });
        flag("PROMPT-002", "sends:image");
        flag("PROMPT-003", "sends:audio");
        flag("PROMPT-004", "sends:resource");
        params(
                "PROMPT-005",
                "request:session/prompt",
                params -> replace(FaultTable.child(params, "/prompt/0"), "text", "☃", "?"));
        flag("PROMPT-006", "reports-wrong-reasons");
        flag("PROMPT-007", "hides-failures");
        flag("PROMPT-008", "dislikes-unknown-reasons");
        flag("TURN-001", "loses-floods");
        change("TURN-002", "notification:session/cancel", message -> message.put("id", 90_001));
        flag("TURN-003", "ignores-late-updates");
        flag("TURN-004", "denies-cancellations");
        flag("TURN-005", "ignores-updates-outside");
        flag("TURN-006", "cuts-long-text");
    }

    /** What is said and stored, byte for byte, and until when. */
    private void contents() {
        flag("FS-009", "drops-returns");
        flag("FS-010", "drops-last-newlines");
        flag("FS-011", "drops-marks");
        flag("FS-012", "limits-from-the-beginning");
        flag("FS-013", "dislikes-null-lines");
        flag("FS-014", "writes-unix-lines");
        flag("FS-015", "writes-relative");
        flag("TERM-012", "drops-errors");
        flag("TERM-013", "shows-output-at-end");
        flag("TERM-014", "kills-only-commands");
        flag("TERM-015", "releases-only-commands");
        flag("PROMPT-009", "trims");
        flag("PROMPT-010", "normalizes");
        flag("PROMPT-011", "sends-one-block");
        flag("TURN-007", "ends-with-plans");
        flag("TURN-008", "ends-when-cancelled");
        flag("SESS-018", "adds-second-replays");
        flag("SESS-019", "ignores-updates-after-loading");
        flag("PERM-007", "takes-kinds-for-ids");
        flag("PERM-008", "cancels-one-question");
        flag("PERM-009", "cancels-all-questions");
        flag("PERM-010", "asks-only-when-told");
        flag("PERM-011", "refuses-for-sub-agents");
        flag("PERM-012", "asks-after-cancelling");
        flag("ELIC-007", "elicits-only-when-told");
    }

    private void messages() {
        flag("MSG-001", "splits-same-id");
        flag("MSG-002", "joins-next-id");
        flag("MSG-003", "splits-interleaved");
        flag("MSG-004", "splits-no-ids");
        flag("MSG-005", "joins-around-tools");
        flag("MSG-006", "joins-thoughts");
        flag("MSG-007", "null-is-an-id");
        flag("MSG-008", "ignores-roles");
        flag("MSG-009", "splits-around-tools");
        flag("MSG-010", "ignores-case");
        flag("MSG-011", "adopts-id-less");
        flag("MSG-012", "disorders");
        flag("MSG-013", "splits-at-images");
        flag("MSG-014", "reports-ids-badly");
    }

    private void services() {
        flag("PERM-001", "makes-up-options");
        flag("PERM-002", "allows-always");
        flag("PERM-003", "selects-when-cancelled");
        flag("PERM-004", "dislikes-unknown-options");
        flag("PERM-005", "is-busy");
        flag("PERM-006", "is-blocked-by-questions");
        flag("CANCEL-001", "fails-when-cancelled");
        flag("CANCEL-002", "answers-cancellations");
        flag("CANCEL-004", "unusual:ignores-cancelled-requests");
        params("CANCEL-003", "notification:$/cancel_request", params -> params.put("requestId", 4711));
        flag("FS-001", "adds-a-line");
        flag("FS-002", "counts-from-zero");
        flag("FS-003", "ignores-limits");
        flag("FS-004", "reads-what-is-not-there");
        flag("FS-005", "reads-relative");
        flag("FS-006", "makes-no-files");
        flag("FS-007", "appends");
        flag("FS-008", "no-fs", "reads-all-the-same");
        flag("ELIC-001", "forgets-answers");
        flag("ELIC-002", "cancels-for-declined");
        flag("ELIC-003", "declines-for-cancelled");
        flag("ELIC-004", "accepts-addresses");
        flag("ELIC-005", "no-elicitation", "elicits-all-the-same");
        flag("ELIC-006", "dislikes-completions");
    }

    private void terminals() {
        flag("TERM-001", "waits-for-commands");
        flag("TERM-002", "splits-arguments");
        flag("TERM-003", "ignores-variables");
        flag("TERM-004", "ignores-directories");
        flag("TERM-005", "always-succeeds");
        flag("TERM-006", "shows-no-status");
        flag("TERM-007", "keeps-all-output");
        flag("TERM-008", "forgets-killed");
        flag("TERM-009", "keeps-released");
        flag("TERM-010", "leaves-running");
        flag("TERM-011", "knows-all-terminals");
    }

    private void forks() {
        flag("FORK-001", "calls:session/fork");
        flag("FORK-002", "forks-at-anyway");
        flag("FORK-003", "takes-false-for-true");
        flag("FORK-004", "forks-at-last");
        flag("FORK-005", "takes-null-for-an-offer");
        flag("FORK-006", "always-names-a-message");
        params("FORK-007", "request:session/prompt", params -> {
            if (params.path("sessionId").asText().startsWith("fork-")) {
                params.put("sessionId", "sess-1");
            }
        });
        flag("FORK-008", "hides-refused-forks");
        flag("FORK-009", "dislikes-unknown-capabilities");
    }

    private void tolerance() {
        flag("TOL-001", "dislikes-unknown-updates");
        flag("TOL-002", "dislikes-unknown-content");
        flag("TOL-003", "dislikes-notifications");
        flag("TOL-004", "dislikes-unknown-members");
        flag("TOL-005", "dislikes-unknown-values");
        flag("TOL-006", "dislikes-unannounced-tools");
        flag("TOL-007", "dislikes-nulls");
        flag("TOL-008", "dislikes-unknown-sessions");
        flag("TOL-009", "dislikes-meta");
        flag("TOL-010", "ignores-early-updates");
        flag("TOL-011", "dislikes-usage");
        flag("TOL-012", "ends-at-forecasts");
        flag("HARD-001", "dislikes-junk");
        flag("HARD-002", "dislikes-no-messages");
        flag("HARD-003", "dislikes-long-requests");
        flag("HARD-004", "takes-second-answers");
        flag("HARD-005", "is-confused-by-answers");
        flag("HARD-006", "dislikes-broken-updates");
        flag("HARD-007", "waits-for-the-dead");
        flag("HARD-008", "waits-for-initialize");
        flag("HARD-009", "dislikes-depth");
        flag("HARD-010", "takes-anything");
    }
}
