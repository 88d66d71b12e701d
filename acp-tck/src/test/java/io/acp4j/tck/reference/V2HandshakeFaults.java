package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Faults of agents of version 2 in the handshake, in the envelope of messages and in authentication. */
final class V2HandshakeFaults {

    private V2HandshakeFaults() {}

    static void fill(FaultTable table) {
        handshake(table);
        envelope(table);
        authentication(table);
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
        table.another(
                "V2-INIT-017",
                "refuses unknown members of capabilities",
                initialize(
                        message ->
                                message.at("/params/capabilities/elicitation").has("holodeck"),
                        -32602));
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
}
