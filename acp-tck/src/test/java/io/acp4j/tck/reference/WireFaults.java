package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults of the transport, of JSON-RPC, of the handshake and of extensions. */
final class WireFaults {

    private static final String PING = "error:_acp4j/ping";

    private WireFaults() {}

    static void fill(FaultTable table) {
        transport(table);
        envelope(table);
        ids(table);
        reading(table);
        initialization(table);
        authentication(table);
        extensions(table);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void transport(FaultTable table) {
        table.put("STDIO-001", new Faults().rewrite(PING, message -> List.of("DEBUG: ping", message)));
        table.put("STDIO-002", new Faults().rewrite("update:agent_message_chunk", message -> List.of(latin1(message))));
        table.put("STDIO-003", new Faults().rewrite(PING, message -> List.of("", message)));
        table.flag("STDIO-004", "outlives-input");
        table.put("STDIO-005", new Faults().ignore("_acp4j/last"));
        table.flag("STDIO-006", "garbles-pieces");
        table.put(
                "STDIO-007",
                new Faults()
                        .take(
                                "_acp4j/ping",
                                (message, agent) -> message.path("id").asInt() == 8_003 ? Reaction.silence() : null));
        table.flag("STDIO-008", "dies-of-carriage-returns");
        table.flag("STDIO-009", "dies-of-blank-lines");
        table.put(
                "STDIO-010", new Faults().rewrite("error:_acp4j/last", message -> List.of(bytes(message.toString()))));
        table.put(
                "STDIO-011",
                new Faults().rewrite("error:_acp4j/ping", message -> List.of(bytes("\uFEFF" + message + "\n"))));
        table.flag("STDIO-012", "cuts-at-separators");
        table.another("STDIO-012", "loses-what-it-cuts");
    }

    /** Writes a message with a byte that is no UTF-8 in a member that nobody compares. */
    private static byte[] latin1(ObjectNode message) {
        message.set("_meta", obj("who", "@"));
        child(message, "/params").set("_meta", obj("who", "@"));
        message.remove("_meta");
        byte[] line = bytes(message + "\n");
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '@') {
                line[i] = (byte) 0xE9;
            }
        }
        return line;
    }

    private static void envelope(FaultTable table) {
        AtomicInteger fractions = new AtomicInteger();
        table.put("RPC-001", new Faults().change(PING, message -> message.put("jsonrpc", "1.0")));
        table.put("RPC-002", new Faults().change(PING, message -> message.set("result", obj())));
        table.put(
                "RPC-003",
                new Faults()
                        .rewrite(
                                PING,
                                message -> List.of(
                                        message,
                                        obj("jsonrpc", "2.0", "id", 555_555, "error", message.path("error")))));
        table.put("RPC-004", new Faults().rewrite("error:_acp4j/ping", message -> List.of(message, message)));
        table.put(
                "RPC-005",
                new Faults().change(PING, message -> child(message, "/error").remove("message")));
        table.put(
                "RPC-006",
                new Faults()
                        .rewrite(
                                "request:session/request_permission",
                                message -> List.of(
                                        message, message.deepCopy().put("id", fractions.incrementAndGet() + 0.5))));
        table.put(
                "RPC-007",
                new Faults().rewrite("request:session/request_permission", message -> List.of(message, message)));
        table.another("RPC-007", "has-one-id");
        table.put(
                "RPC-008",
                new Faults()
                        .rewrite(
                                "update:agent_message_chunk",
                                message -> List.of(
                                        message,
                                        obj("jsonrpc", "2.0", "method", "_reference/note", "params", arr(1)))));
        table.put(
                "RPC-009",
                new Faults()
                        .rewrite(
                                "update:agent_message_chunk",
                                message -> List.of(
                                        message, obj("jsonrpc", "2.0", "method", "reference/note", "params", obj()))));
        table.put(
                "RPC-010",
                new Faults()
                        .rewrite(
                                "update:agent_message_chunk",
                                message -> List.of(message.toString()
                                        .replace("\"type\":\"text\"", "\"type\":\"text\",\"type\":\"text\""))));
        table.flag("RPC-011", "answers-notifications");
        table.put("RPC-012", new Faults().error("acp4j/no_such_method", message -> true, -32603));
    }

    private static void ids(FaultTable table) {
        // The answer still belongs to a request, but to another one.
        table.put("RPC-013", misplaced(id -> id.asText().equals("a-string")));
        table.put(
                "RPC-033",
                new Faults()
                        .error(
                                "session/new",
                                message -> message.path("id").asText().equals("new-1"),
                                -32603));
        table.put(
                "RPC-034",
                new Faults()
                        .take(
                                "_acp4j/ping",
                                (message, agent) -> message.path("id").asText().equals("acp4j-again")
                                                && agent.count("the same id") > 1
                                        ? Reaction.silence()
                                        : null));
        table.put("RPC-014", misplaced(id -> id.asLong() == -7));
        table.put("RPC-036", new Faults().rewrite("update:agent_message_chunk", WireFaults::cut));
        table.flag("RPC-035", "rounds-ids");
        table.another("RPC-035", "unusual:reads-no-large-ids");
        table.put("RPC-015", misplaced(id -> id.asText().startsWith("h\u00e9llo")));
    }

    /** Returns what says a text that has a character beyond 16 bits in two chunks, cut within that. */
    private static List<Object> cut(ObjectNode message) {
        String text = message.at("/params/update/content/text").asText();
        int at = text.indexOf('\uD83D');
        if (at < 0) {
            return List.of(message);
        }
        return List.of(cut(message, text.substring(0, at) + "@high"), cut(message, "@low" + text.substring(at + 2)));
    }

    private static String cut(ObjectNode message, String text) {
        ObjectNode chunk = message.deepCopy();
        child(chunk, "/params/update/content").put("text", text);
        return chunk.toString().replace("@high", "\\ud83d").replace("@low", "\\ude42");
    }

    private static Faults misplaced(java.util.function.Predicate<JsonNode> which) {
        return new Faults()
                .take("_acp4j/ping", (message, agent) -> which.test(message.path("id")) ? Reaction.silence() : null);
    }

    private static void reading(FaultTable table) {
        table.flag("RPC-016", "wants-method-first");
        table.flag("RPC-017", "wants-compact-json");
        table.flag("RPC-018", "knows-no-escapes");
        table.flag("RPC-019", "dies-of-some-garbage");
        table.flag("RPC-020", "silent-on-garbage");
        table.flag("RPC-021", "dies-of-no-message");
        table.flag("RPC-022", "silent-on-invalid-requests");
        table.put(
                "RPC-023",
                new Faults()
                        .result(
                                "session/prompt",
                                message -> message.at("/params/prompt").isInt(),
                                FaultTable.endTurn()));
        table.put(
                "RPC-024",
                new Faults()
                        .error(
                                "session/prompt",
                                message -> message.at("/params/prompt").isInt(),
                                -32603));
        table.put(
                "RPC-025",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> message.at("/params/prompt").isInt()
                                        ? new Reaction(obj("error", obj("code", -32602, "message", "faulty")), true)
                                        : null));
        table.put(
                "RPC-026",
                new Faults()
                        .take(
                                "_acp4j/ping",
                                (message, agent) ->
                                        message.at("/params/number").asInt() == 77 ? Reaction.silence() : null));
        table.flag("RPC-027", "answers-responses");
        table.flag("RPC-028", "ignores-batches");
        table.flag("RPC-029", "dies-of-depth");
        table.put(
                "RPC-030",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> message.toString().length() > 900_000 ? Reaction.silence() : null));
        table.another("RPC-031", "normalizes", new Faults().change("update:agent_message_chunk", message -> {
                    ObjectNode content = child(message, "/params/update/content");
                    content.put(
                            "text", Normalizer.normalize(content.path("text").asText(), Normalizer.Form.NFC));
                }));
        table.update("RPC-031", "agent_message_chunk", update -> {
            ObjectNode content = child(update, "/content");
            content.put("text", content.path("text").asText().replace('\u65e5', '?'));
        });
    }

    private static void initialization(FaultTable table) {

        table.put("INIT-001", new Faults().error("initialize", message -> everything(message), -32603));
        table.put(
                "INIT-002",
                new Faults()
                        .change(
                                "result:initialize",
                                message -> child(message, "/result").put("protocolVersion", "1")));
        table.put(
                "INIT-003",
                new Faults()
                        .change(
                                "result:initialize",
                                message -> child(message, "/result").put("protocolVersion", 2)));
        table.put(
                "INIT-004",
                new Faults()
                        .take(
                                "initialize",
                                (message, agent) -> List.of(0, 1, 7).contains(version(message)) ? null : versioned(7)));
        table.put(
                "INIT-005",
                new Faults().take("initialize", (message, agent) -> version(message) == 60_000 ? versioned(2) : null));
        table.result(
                "INIT-006",
                "initialize",
                result -> child(result, "/agentCapabilities").put("loadSession", "yes"));
        table.result("INIT-007", "initialize", result -> result.remove("agentInfo"));
        table.result(
                "INIT-008", "initialize", result -> child(result, "/agentInfo").remove("version"));
        table.put(
                "INIT-009",
                new Faults()
                        .error(
                                "initialize",
                                message -> message.at("/params/protocolVersion").isInt()
                                        && !message.path("params").has("clientCapabilities"),
                                -32602));
        table.put(
                "INIT-010",
                new Faults()
                        .error(
                                "initialize",
                                message ->
                                        message.at("/params/clientCapabilities").has("holodeck"),
                                -32602));
        table.another(
                "INIT-010",
                "refuses unknown members of capabilities",
                new Faults()
                        .error(
                                "initialize",
                                message -> message.at("/params/clientCapabilities/fs")
                                        .has("holodeck"),
                                -32602));
        table.put(
                "INIT-011",
                new Faults()
                        .error(
                                "initialize",
                                message -> message.at("/params/clientCapabilities/elicitation")
                                        .isNull(),
                                -32602));
        table.flag("INIT-012", "takes-no-version");
        table.put(
                "RPC-032",
                new Faults()
                        .change(
                                "error:acp4j/no_such_method",
                                message -> FaultTable.child(message, "/error")
                                        .put("message", "Not found\nin this agent")));
        table.put(
                "INIT-013",
                new Faults().take("session/new", (message, agent) -> agent.initialized ? null : Reaction.silence()));
        table.flag("INIT-014", "never-minds-initialize");
        AtomicInteger versions = new AtomicInteger();
        table.result(
                "INIT-016",
                "initialize",
                result -> child(result, "/agentInfo").put("version", "1." + versions.incrementAndGet()));
        table.put(
                "INIT-015",
                new Faults().take("initialize", (message, agent) -> agent.initialized ? Reaction.silence() : null));
    }

    private static boolean everything(JsonNode message) {
        return message.at("/params/clientCapabilities/terminal").asBoolean(false)
                && !message.at("/params/clientCapabilities").has("holodeck");
    }

    private static int version(JsonNode message) {
        return message.at("/params/protocolVersion").asInt();
    }

    private static Reaction versioned(int version) {
        return Reaction.members(obj("result", obj("protocolVersion", version)));
    }

    private static void authentication(FaultTable table) {
        table.result(
                "AUTH-001",
                "initialize",
                result -> child(result, "/authMethods/1").remove("name"));
        table.result(
                "AUTH-002",
                "initialize",
                result -> child(result, "/authMethods/1").put("id", "login"));
        table.flag("AUTH-003", "terminal-auth-for-all");
        table.put(
                "AUTH-004",
                new Faults()
                        .result(
                                "authenticate",
                                message ->
                                        message.at("/params/methodId").asText().startsWith("acp4j"),
                                obj()));
        table.put(
                "AUTH-005",
                new Faults()
                        .result(
                                "authenticate",
                                message ->
                                        message.at("/params/methodId").asText().equals("login"),
                                null));
        table.put(
                "AUTH-006",
                new Faults()
                        .flag("auth-required")
                        .change(
                                "result:initialize",
                                message -> child(message, "/result").set("authMethods", arr())));
        table.put("AUTH-007", new Faults().flag("auth-required").flag("authenticates-nobody"));
        table.put("AUTH-008", new Faults().change("result:logout", message -> message.set("result", arr())));
        table.put("AUTH-009", new Faults().flag("auth-required").flag("logout-does-nothing"));
    }

    private static void extensions(FaultTable table) {
        table.put("EXT-001", new Faults().ignore("_acp4j.tck/no_such_method"));
        table.put("EXT-002", new Faults().error("_acp4j.tck/no_such_method", message -> true, -32603));
        table.flag("EXT-003", "dies-of-notifications");
        table.put(
                "EXT-004",
                new Faults()
                        .error("session/new", message -> message.path("params").has("_meta"), -32602));
        table.update("EXT-005", "agent_message_chunk", update -> update.put("mood", "cheerful"));
        table.request(
                "SHAPE-001",
                "elicitation/create",
                params -> child(params, "/requestedSchema/properties/name").put("minLength", "one"));
        table.update(
                "SHAPE-002",
                "agent_message_chunk",
                update -> child(update, "/content").set("annotations", obj("priority", "high")));
        table.update("EXT-006", "agent_message_chunk", update -> update.set("_meta", node("text")));
        table.flag("EXT-007", "needs-extension");
    }
}
