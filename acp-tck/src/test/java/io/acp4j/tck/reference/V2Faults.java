package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Faults in the handshake of version 2, in its sessions and in what an agent may offer. */
final class V2Faults {

    private static final String NOWHERE = "acp4j-no-such-session";

    private V2Faults() {}

    static void fill(FaultTable table) {
        same(table);
        handshake(table);
        envelope(table);
        authentication(table);
        sessions(table);
        resuming(table);
        offers(table);
        forks(table);
    }

    private static Reaction error(int code) {
        return Reaction.members(obj("error", obj("code", code, "message", "faulty")));
    }

    private static int version(JsonNode message) {
        return message.at("/params/protocolVersion").asInt(-1);
    }

    private static Faults initialize(Predicate<JsonNode> which, int code) {
        return new Faults().error("initialize", which, code);
    }

    private static Faults refusal(Consumer<ObjectNode> change) {
        return new Faults().change("error:initialize", message -> {
            if (message.at("/error/code").asInt() == -32022) {
                change.accept(child(message, "/error/data"));
            }
        });
    }

    private static Faults says(String text, int code) {
        return new Faults()
                .error(
                        "session/prompt",
                        message -> message.at("/params/prompt/0/text").asText().equals(text),
                        code);
    }

    /** What both versions have, where the fault of version 1 does not fit. */
    private static void same(FaultTable table) {
        table.put(
                "RPC-023",
                new Faults()
                        .result(
                                "session/prompt",
                                message -> message.at("/params/prompt").isInt(),
                                obj("messageId", "none")));
        table.put("RPC-011", new Faults().flag("answers-notifications"), "V2-INIT-012");
        table.put("CLOSE-003", says("still there?", -32603));
        table.result("LIST-003", "session/list", result -> remove(result, "something else to list 11"));
        table.flag("DEL-003", "deletes-once");
        table.flag("DEL-004", "deletes-what-is-known");
    }

    private static void remove(ObjectNode result, String title) {
        if (result.path("sessions") instanceof ArrayNode sessions) {
            for (int i = sessions.size() - 1; i >= 0; i--) {
                if (sessions.get(i).path("title").asText().equals(title)) {
                    sessions.remove(i);
                }
            }
        }
    }

    private static void handshake(FaultTable table) {
        table.put(
                "V2-INIT-001",
                initialize(
                        message -> message.at("/params/protocolVersion").isInt()
                                && version(message) == 2
                                && message.at("/params/info").isObject()
                                && message.at("/params/capabilities/elicitation/url")
                                        .isObject()
                                && !message.at("/params/capabilities").has("holodeck"),
                        -32603),
                "V2-INIT-005",
                "V2-INIT-009",
                "V2-INIT-013");
        table.result("V2-INIT-002", "initialize", result -> result.put("protocolVersion", 2.5));
        table.result(
                "V2-INIT-003", "initialize", result -> child(result, "/info").remove("version"));
        table.result(
                "V2-INIT-004",
                "initialize",
                result -> child(result, "/capabilities/session").put("delete", true));
        table.put(
                "V2-INIT-005",
                new Faults().take("initialize", (message, agent) -> version(message) > 2 ? error(-32602) : null));
        table.put("V2-INIT-006", initialize(message -> version(message) == 0, -32602));
        table.put("V2-INIT-007", refusal(data -> data.remove("requested")));
        table.put("V2-INIT-008", refusal(data -> data.set("supported", arr(0))));
        table.put(
                "V2-INIT-009",
                new Faults()
                        .take(
                                "initialize",
                                (message, agent) ->
                                        agent.count("initialize") > 1 && version(message) == 2 && !agent.initialized
                                                ? error(-32600)
                                                : null));
        table.flag("V2-INIT-010", "initializes-by-failures");
        table.put(
                "V2-INIT-011",
                new Faults()
                        .take("initialize", (message, agent) -> {
                            agent.sticky = true;
                            return null;
                        })
                        .take("session/new", (message, agent) -> agent.sticky ? null : error(-32603)));
        table.flag("V2-INIT-012", "answers-early-notifications");
        table.put(
                "V2-INIT-013",
                new Faults()
                        .take("session/new", (message, agent) -> {
                            agent.sticky |= !agent.initialized;
                            return null;
                        })
                        .take(
                                "initialize",
                                (message, agent) ->
                                        agent.count("initialize") == 1 && agent.sticky ? error(-32600) : null));
        table.put(
                "V2-INIT-014",
                new Faults()
                        .take(
                                "initialize",
                                (message, agent) ->
                                        agent.initialized && version(message) == 2 ? Reaction.silence() : null));
        table.put(
                "V2-INIT-024",
                new Faults()
                        .take(
                                "initialize",
                                (message, agent) -> agent.initialized && version(message) == 2 ? error(-32600) : null));
        table.put(
                "V2-INIT-015",
                new Faults()
                        .take(
                                "initialize",
                                (message, agent) -> agent.initialized && version(message) == 1 ? error(-32603) : null));
        table.put(
                "V2-INIT-016",
                initialize(
                        message -> version(message) == 2
                                && message.at("/params/info").isObject()
                                && !message.path("params").has("capabilities"),
                        -32602));
        table.put(
                "V2-INIT-017",
                initialize(message -> message.at("/params/capabilities").has("holodeck"), -32602));
        table.put(
                "V2-INIT-018",
                initialize(message -> message.at("/params/capabilities/auth").isNull(), -32602));
        table.put(
                "V2-INIT-019",
                initialize(message -> message.at("/params/capabilities").isBoolean(), -32602));
        table.put(
                "V2-INIT-020",
                initialize(
                        message ->
                                version(message) == 2 && !message.path("params").has("info"),
                        -32603));
        table.put("V2-INIT-021", initialize(message -> !message.path("params").has("protocolVersion"), -32603));
        table.put(
                "V2-INIT-023",
                initialize(message -> message.at("/params/protocolVersion").isTextual(), -32603));
        AtomicInteger versions = new AtomicInteger();
        table.result(
                "V2-INIT-022",
                "initialize",
                result -> child(result, "/info").put("version", "1." + versions.incrementAndGet()));
    }

    private static void envelope(FaultTable table) {
        table.flag("V2-RPC-001", "ignores-arrays");
        table.put("V2-RPC-002", new Faults().rewrite("array", message -> List.of(message, message)));
        table.flag("V2-RPC-003", "carries-out-arrays");
        table.flag("V2-RPC-004", "dies-of-arrays");
        table.flag("V2-RPC-005", "initializes-by-arrays");
        table.flag("V2-RPC-006", "takes-null-ids");
        table.put(
                "V2-RPC-011",
                new Faults()
                        .take(
                                "session/archive",
                                (message, agent) -> names(message, "acp4j-no-such-session")
                                        ? Reaction.members(obj(
                                                "error",
                                                obj(
                                                        "code",
                                                        -32002,
                                                        "message",
                                                        "There is no such session",
                                                        "data",
                                                        obj("sessionId", "another"))))
                                        : null));
        table.put(
                "V2-RPC-007",
                new Faults()
                        .rewrite(
                                "request:_reference/hello",
                                message -> List.of(message, message.deepCopy().putNull("id"))));
        table.put("V2-RPC-008", new Faults().result("session/set_mode", message -> true, obj()));
        table.put(
                "V2-RPC-009",
                new Faults()
                        .rewrite(
                                "update:agent_message_chunk",
                                message -> List.of(
                                        message,
                                        obj(
                                                "jsonrpc",
                                                "2.0",
                                                "method",
                                                "fs/read_text_file",
                                                "params",
                                                obj("path", "/a")))),
                "RPC-009");
        table.put(
                "V2-RPC-010",
                new Faults()
                        .rewrite(
                                "update:agent_message_chunk",
                                message -> List.of(
                                        message,
                                        obj(
                                                "jsonrpc",
                                                "2.0",
                                                "method",
                                                "$/cancel_request",
                                                "params",
                                                obj("requestId", "nobody-asked")))));
    }

    private static void authentication(FaultTable table) {
        table.result(
                "V2-AUTH-001",
                "initialize",
                result -> child(result, "/authMethods/0").remove("type"));
        table.result(
                "V2-AUTH-002",
                "initialize",
                result -> result.withArray("authMethods")
                        .add(obj("methodId", "login", "name", "Log in again", "type", "agent")));
        table.flag("V2-AUTH-003", "terminal-auth-for-all");
        table.put(
                "V2-AUTH-004",
                new Faults()
                        .result(
                                "auth/login",
                                message ->
                                        message.at("/params/methodId").asText().startsWith("acp4j"),
                                obj()));
        table.put(
                "V2-AUTH-005",
                new Faults()
                        .take(
                                "auth/login",
                                (message, agent) ->
                                        message.at("/params/methodId").asText().equals("login")
                                                        && agent.count("login") == 1
                                                ? Reaction.members(obj("result", null))
                                                : null));
        table.put("V2-AUTH-006", new Faults().change("result:auth/logout", message -> message.set("result", arr())));
        table.put(
                "V2-AUTH-007",
                new Faults().take("auth/login", (message, agent) -> agent.count("login") > 1 ? error(-32603) : null));
        table.flag("V2-AUTH-008", "logs-in-by-terminals");
        table.put(
                "V2-AUTH-009",
                new Faults()
                        .take("auth/login", (message, agent) -> {
                            agent.sticky = true;
                            return null;
                        })
                        .take("auth/status", (message, agent) -> agent.sticky ? null : error(-32000)));
        table.put(
                "V2-AUTH-010",
                new Faults()
                        .take("auth/logout", (message, agent) -> {
                            agent.sticky = true;
                            return null;
                        })
                        .take("auth/status", (message, agent) -> agent.sticky ? error(-32000) : null));
        table.flag("V2-AUTH-011", "repeats-its-auth-status");
    }

    private static void sessions(FaultTable table) {
        table.flag("V2-SESS-001", "empty-ids");
        table.flag("V2-SESS-002", "repeats-ids");
        table.flag("V2-SESS-003", "relative-cwd");
        table.put(
                "V2-SESS-004",
                new Faults()
                        .error("session/new", message -> message.path("params").isEmpty(), -32603),
                "RPC-024");
        table.flag("V2-SESS-005", "takes-no-null");
        table.put("V2-SESS-006", new Faults().error("session/prompt", message -> names(message, NOWHERE), -32603));
        table.put(
                "V2-SESS-007",
                new Faults()
                        .change(
                                "error:session/prompt",
                                message -> child(message, "/error").remove("data")));
        table.flag("V2-SESS-008", "runs-from-the-start");
        table.flag("V2-SESS-009", "takes-any-server");
        table.flag("V2-SESS-010", "odd-code-for-servers");
        table.flag("V2-SESS-011", "takes-twins");
        table.flag("V2-SESS-012", "wants-arguments");
        table.put(
                "V2-SESS-013",
                new Faults()
                        .error(
                                "session/new",
                                message -> message.at("/params/additionalDirectories/0")
                                        .asText()
                                        .startsWith("/"),
                                -32602));
        table.flag("V2-SESS-014", "relative-directories");
        table.put("V2-SESS-015", says("beside it", -32603));
        table.flag("V2-SESS-016", "beside-ends-others");
        table.put("V2-CLOSE-001", new Faults().flag("answers-before-it-closes"), "V2-CLOSE-003");
        table.flag("V2-CLOSE-002", "closes-with-another-reason");
        table.flag("V2-CLOSE-003", "talks-after-close");
        table.flag("V2-CLOSE-004", "odd-code-on-close");
        table.flag("V2-CLOSE-005", "never-withdraws-on-close");
        table.flag("V2-CLOSE-006", "deletes-what-it-closes");
        table.flag("V2-CLOSE-007", "background-outlives-close");
        table.put("V2-CLOSE-008", says("The last word", -32603));
    }

    private static Faults resume(Predicate<JsonNode> which, int code) {
        return new Faults().error("session/resume", which, code);
    }

    private static void resuming(FaultTable table) {
        table.flag("V2-RES-001", "cannot-resume");
        table.flag("V2-RES-002", "resumes-without-state");
        table.flag("V2-RES-003", "replays-always");
        table.put("V2-RES-004", new Faults().drop("replay"), everyReplay());
        table.put("V2-RES-005", new Faults().flag("replays-half"));
        table.put("V2-RES-006", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.has("messageId")) {
                        update.put("messageId", update.path("messageId").asText() + "'");
                    }
                }));
        table.flag("V2-RES-007", "replays-from-anything");
        table.put("V2-RES-008", new Faults().result("session/resume", message -> names(message, NOWHERE), obj()));
        table.put("V2-RES-009", resume(message -> names(message, NOWHERE), -32602));
        table.put("V2-RES-010", says("and now?", -32603));
        table.put("V2-RES-011", new Faults().flag("forgets-when-resumed"));
        table.flag("V2-RES-012", "keeps-to-one-connection");
        table.flag("V2-RES-013", "replays-for-null");
        table.flag("V2-RES-014", "replays-notices");
        table.put("V2-RES-015", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.path("sessionUpdate").asText().equals("tool_call_update")) {
                        update.put("title", "Another");
                    }
                }));
        table.flag("V2-RES-016", "replays-once");
        table.flag("V2-RES-017", "replays-states");
        table.put("V2-RES-018", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.path("sessionUpdate").asText().equals("terminal_update")) {
                        update.set("output", obj("data", "aGk="));
                    }
                }));
        table.flag("V2-RES-019", "resumes-running");
    }

    private static String[] everyReplay() {
        return new String[] {"V2-RES-005", "V2-RES-012", "V2-RES-015", "V2-RES-018", "V2-MSG-002"};
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
        table.flag("V2-CONF-006", "forgets-options");
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

    private static void forks(FaultTable table) {
        table.put("V2-FORK-001", new Faults().flag("forks-into-itself"), "V2-FORK-004", "V2-FORK-005");
        table.put("V2-FORK-002", new Faults().flag("forks-nothing"), "V2-FORK-009", "V2-FORK-012");
        table.put("V2-FORK-003", says("only in the fork", -32603));
        table.flag("V2-FORK-004", "fork-writes-to-the-source");
        table.flag("V2-FORK-005", "source-writes-to-forks");
        table.flag("V2-FORK-006", "hides-forks");
        table.put(
                "V2-FORK-007",
                new Faults().result("session/fork", message -> names(message, NOWHERE), obj("sessionId", "x")));
        table.flag("V2-FORK-008", "forks-too-much");
        table.flag("V2-FORK-009", "forks-before-the-message");
        table.flag("V2-FORK-010", "forks-at-unknown-messages");
        table.flag("V2-FORK-011", "odd-code-for-fork-points");
        table.flag("V2-FORK-012", "forks-forget");
        table.flag("V2-FORK-013", "fork-stops-the-source");
        table.put("V2-FORK-014", says("and the source is closed", -32603));
    }
}
