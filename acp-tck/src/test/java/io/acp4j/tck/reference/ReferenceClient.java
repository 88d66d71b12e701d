package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that does everything right, except what it is told to get wrong. Used by one thread. */
final class ReferenceClient {

    private static final int INVALID_REQUEST = -32600;

    /** What a client lives in. */
    interface Surroundings {

        void toAgent(byte[] bytes);

        void toDriver(byte[] line);

        /** Ends the connection to the agent. */
        void hangUp();

        /** Ends the client. */
        void exit();

        /** Does something after what is being done, from any thread. */
        void later(Runnable event);
    }

    /** A request that waits for its answer. */
    record Pending(String method, Consumer<JsonNode> answer) {}

    private final Faults faults;
    private final int version;
    private final Surroundings surroundings;
    private final Map<String, Deque<Pending>> pending = new HashMap<>();
    private final Map<String, Pending> answered = new HashMap<>();
    private final List<JsonNode> deferred = new ArrayList<>();
    private final ClientSessions sessions;
    private final ClientHost host;
    private final ClientCommands commands;
    private final ClientHandshake handshake;
    private JsonNode agent = MissingNode.getInstance();
    private long nextId;
    private @Nullable String trouble;
    private boolean initialized;
    private boolean broken;

    ReferenceClient(Faults faults, int version, Surroundings surroundings) {
        this.faults = faults;
        this.version = version;
        this.surroundings = surroundings;
        this.handshake = new ClientHandshake(this, version);
        if (version == 1) {
            this.sessions = new ClientSessions(this);
            this.host = new ClientHost(this);
            this.commands = new ClientCommands(this);
        } else {
            V2ClientSessions second = new V2ClientSessions(this);
            this.sessions = second;
            this.host = new V2ClientHost(this, second);
            this.commands = new V2ClientCommands(this, second);
        }
    }

    Faults faults() {
        return faults;
    }

    ClientSessions sessions() {
        return sessions;
    }

    ClientHost host() {
        return host;
    }

    /** Returns why there is no use in asking the agent for anything; null when there is. */
    @Nullable
    String trouble() {
        return trouble;
    }

    // The beginning and the end

    void begin() {
        if (faults.has("talks-first")) {
            notify("_x/hello", obj());
        }
        handshake.begin();
        if (faults.has("talks-early")) {
            notify("_x/ready", obj());
        }
    }

    /** The agent has answered {@code initialize}; without trouble it can be asked for something now. */
    void ready(JsonNode response, @Nullable String found) {
        agent = response.path("result");
        trouble = found == null ? trouble : found;
        initialized = true;
        deferred.forEach(commands::run);
        deferred.clear();
    }

    /** Ends the client: the way in which faulty ones fail. */
    void die() {
        if (faults.has("ends-without-newline")) {
            surroundings.toAgent("{\"jsonrpc\":\"2.0\",\"method\":\"_x/bye\"}".getBytes(StandardCharsets.UTF_8));
        }
        abandon();
    }

    void hangUp() {
        surroundings.hangUp();
    }

    void abandon() {
        host.close();
        surroundings.exit();
    }

    /** The agent has gone. */
    void agentGone() {
        surroundings.hangUp();
        if (trouble == null && (initialized || !faults.has("waits-for-initialize"))) {
            trouble = "the agent is gone";
        }
        List<Pending> lost = new ArrayList<>();
        pending.values().forEach(lost::addAll);
        pending.clear();
        for (Pending each : lost) {
            if (each.method().equals("initialize") && faults.has("waits-for-initialize")
                    || each.method().equals("session/prompt") && faults.has("waits-for-the-dead")) {
                continue;
            }
            each.answer().accept(obj("error", obj("code", 0, "message", "the agent is gone")));
        }
        if (!faults.has("waits-for-the-dead")) {
            commands.agentGone();
        }
    }

    // Messages of the agent

    void receive(byte[] line) {
        if (line.length > 0 && line[line.length - 1] == '\r' && line.length > 1 && faults.has("dislikes-returns")) {
            return;
        }
        String text = new String(line, StandardCharsets.UTF_8);
        if (faults.has("cuts-at-separators") && text.matches("(?s).*[\\x85\\u2028\\u2029].*")) {
            for (String piece : text.split("[\\x85\\u2028\\u2029]")) {
                receive(piece.getBytes(StandardCharsets.UTF_8));
            }
            return;
        }
        if (text.matches("[ \\t\r]*")) {
            if (faults.has("dislikes-blank-lines")) {
                die();
            }
            return;
        }
        if (faults.has("dislikes-depth") && text.contains("[[[[[[[[")) {
            die();
            return;
        }
        JsonNode message;
        try {
            // Null characters would make the parser guess another encoding.
            message = Json.read(text.replace('\0', '?').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            if (faults.has("dislikes-junk")) {
                die();
            }
            return;
        }
        if (message != null && message.isArray() && version > 1) {
            array(message);
        } else if (message != null) {
            take(message, text);
        }
    }

    /** Answers what version 2 does not have. */
    private void array(JsonNode messages) {
        boolean calls = messages.size() > 1 && messages.get(0).has("method");
        if (calls && faults.has("dislikes-arrays")) {
            die();
            return;
        }
        if (faults.has("carries-arrays-out")) {
            for (JsonNode message : messages) {
                if (message.has("method") && !message.has("id")) {
                    take(message, message.toString());
                }
            }
        }
        int times = calls && faults.has("answers-arrays-one-by-one") ? messages.size() : 1;
        for (int i = 0; i < times; i++) {
            invalid("array", INVALID_REQUEST);
        }
    }

    private void invalid(String what, int code) {
        ObjectNode error = obj("code", code, "message", "Invalid request");
        send("error:" + what, obj("jsonrpc", "2.0", "id", null, "error", error));
    }

    private void take(JsonNode message, String text) {
        boolean envelope =
                message.isObject() && message.path("jsonrpc").asText().equals("2.0");
        if (envelope && message.path("method").isTextual()) {
            if (message.path("id").isNull() && version > 1) {
                invalid("null", faults.has("answers-null-ids") ? -32601 : INVALID_REQUEST);
            } else if (message.has("id")) {
                if (!refuses(message, text)) {
                    host.request(message);
                }
            } else {
                notified(message);
            }
        } else if (envelope && message.has("id") && (message.has("result") || message.has("error"))) {
            answer(message);
        } else if (faults.has("dislikes-no-messages")) {
            die();
        }
    }

    private boolean refuses(JsonNode message, String text) {
        JsonNode id = message.path("id");
        if (faults.has("dislikes-long-requests") && text.length() > 500_000) {
            die();
            return true;
        }
        return faults.has("loses-string-ids") && id.asText().equals("1") && id.isTextual()
                || faults.has("loses-negative-ids") && id.asLong() == -7
                || faults.has("loses-strange-ids") && id.asText().contains("☃")
                || faults.has("needs-order") && text.startsWith("{\"params\"")
                || faults.has("loses-the-last") && message.at("/params/n").asInt() == 49
                || faults.has("is-blocked-by-questions")
                        && host.isAsking()
                        && message.path("method").asText().equals("_acp4j/ping");
    }

    private void notified(JsonNode message) {
        String method = message.path("method").asText();
        switch (method) {
            case "session/update" -> sessions.update(message.path("params"));
            case "$/cancel_request" -> host.cancel(message.at("/params/requestId"));
            case "elicitation/complete" -> {
                if (faults.has("dislikes-completions")) {
                    die();
                }
            }
            default -> {
                if (faults.has("answers-notifications") && method.equals("_acp4j/note")) {
                    send("error:notification", obj("jsonrpc", "2.0", "id", null, "error", notFound()));
                }
                if (faults.has("dislikes-notifications") && method.equals("aside")) {
                    die();
                }
            }
        }
    }

    private void answer(JsonNode response) {
        String id = response.path("id").asText();
        Deque<Pending> waiting = pending.get(id);
        Pending next = waiting == null ? null : waiting.poll();
        if (next != null) {
            answered.put(id, next);
            next.answer().accept(response);
            return;
        }
        Pending before = answered.get(id);
        if (before != null && before.method().equals("session/new") && faults.has("takes-second-answers")) {
            before.answer().accept(response);
        }
        if (before == null && faults.has("answers-answers")) {
            send("error:response", obj("jsonrpc", "2.0", "id", response.path("id"), "error", notFound()));
        }
        if (before == null && response.at("/result/sessionId").isTextual() && faults.has("is-confused-by-answers")) {
            broken = true;
        }
    }

    static ObjectNode notFound() {
        return obj("code", -32601, "message", "Method not found");
    }

    // Messages to the agent

    /** Sends a request; gives its id. */
    JsonNode request(String method, ObjectNode params, Consumer<JsonNode> answer) {
        JsonNode id = faults.has("unusual:string-ids")
                ? TextNode.valueOf("request ☃ " + nextId++)
                : LongNode.valueOf(nextId++);
        if (method.equals("session/new") && faults.has("odd-ids")) {
            id = DecimalNode.valueOf(new BigDecimal(nextId + ".5"));
        } else if (method.equals("session/prompt") && faults.has("same-ids")) {
            id = TextNode.valueOf("again");
        } else if (method.equals("session/new") && faults.has("null-ids")) {
            id = NullNode.getInstance();
        }
        pending.computeIfAbsent(id.asText(), any -> new ArrayDeque<>()).add(new Pending(method, answer));
        send("request:" + method, obj("jsonrpc", "2.0", "id", id, "method", method, "params", params));
        return id;
    }

    void notify(String method, ObjectNode params) {
        send("notification:" + method, obj("jsonrpc", "2.0", "method", method, "params", params));
    }

    /** Answers a request of the agent. */
    void respond(JsonNode request, ObjectNode members) {
        JsonNode id = request.path("id");
        boolean rounds = faults.has("rounds-ids") && id.isIntegralNumber();
        ObjectNode response = obj("jsonrpc", "2.0", "id", rounds ? LongNode.valueOf((long) id.doubleValue()) : id);
        response.setAll(members);
        String kind = members.has("error") ? "error:" : "result:";
        send(kind + request.path("method").asText(), response);
    }

    private void send(String key, ObjectNode message) {
        Duration delay = faults.delay(key);
        if (delay.isZero()) {
            write(key, message);
        } else {
            ReferenceConnector.TIMER.schedule(() -> write(key, message), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void write(String key, ObjectNode message) {
        for (Object out : faults.apply(key, message)) {
            byte[] bytes = out instanceof ObjectNode node
                    ? Json.bytes(node)
                    : out instanceof byte[] raw ? raw : String.valueOf(out).getBytes(StandardCharsets.UTF_8);
            byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
            line[bytes.length] = '\n';
            surroundings.toAgent(line);
        }
    }

    // The driver

    void command(byte[] line) {
        if (faults.has("no-driver")) {
            return;
        }
        JsonNode command;
        try {
            command = Json.read(line);
        } catch (IOException e) {
            throw new IllegalStateException("The kit sent a command that is no JSON", e);
        }
        if (initialized || trouble != null || command.path("do").asText().equals("hello")) {
            commands.run(command);
        } else {
            deferred.add(command);
        }
    }

    void tell(JsonNode command, ObjectNode members) {
        ObjectNode line = obj("id", command.path("id"));
        line.setAll(members);
        Duration delay = faults.delay("driver");
        if (delay.isZero()) {
            surroundings.toDriver(Json.bytes(line));
        } else {
            ReferenceConnector.TIMER.schedule(
                    () -> surroundings.toDriver(Json.bytes(line)), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A faulty client takes an update for the end of the turn. */
    void turnSeemsOver(String session) {
        commands.endEarly(session, "end_turn");
    }

    void later(Runnable event) {
        surroundings.later(event);
    }

    boolean isBroken() {
        return broken;
    }

    /** Something of the agent's answer to {@code initialize}. */
    JsonNode agent(String pointer) {
        return agent.at("/agentCapabilities" + pointer);
    }

    JsonNode agent() {
        return agent;
    }
}
