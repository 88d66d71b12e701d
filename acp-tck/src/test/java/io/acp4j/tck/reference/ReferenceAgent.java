package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent made by hand that does everything right, unless it is told what to do wrong. */
public final class ReferenceAgent {

    private static final Set<String> NOTIFICATIONS = Set.of("session/cancel", "$/cancel_request");
    private static final long LATE_SECONDS = 10;
    private static final String SEPARATOR = "[\\x85\\u2028\\u2029]";
    private static final String LOSES_CUT = "loses-what-it-cuts";
    private static final double LARGEST_EXACT = 9_007_199_254_740_991.0;

    final ReferenceStore store;
    final Faults faults;
    private final Consumer<byte[]> out;
    private final Runnable die;
    private final ReferenceMethods methods = new ReferenceMethods(this);
    private final @Nullable V2Agent second;
    private final Map<String, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();
    private final Phaser turns = new Phaser(1);
    private final Phaser late = new Phaser(1);

    /** Held while something is said that nothing may come between. */
    private final Object saying = new Object();

    volatile JsonNode capabilities = Json.obj();
    volatile boolean initialized;
    volatile boolean authenticated;
    volatile boolean sticky;
    final Set<String> own = ConcurrentHashMap.newKeySet();
    final Set<String> deletedHere = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    ReferenceAgent(ReferenceStore store, Faults faults, Consumer<byte[]> out, Runnable die) {
        this(store, store.second, faults, out, die);
    }

    /** Makes an agent that speaks version 2 when there is a store for that, else version 1. */
    ReferenceAgent(
            ReferenceStore store, @Nullable V2Store secondStore, Faults faults, Consumer<byte[]> out, Runnable die) {
        this.second = secondStore == null ? null : new V2Agent(this, secondStore);
        this.store = store;
        this.faults = faults;
        this.out = out;
        this.die = die;
    }

    ReferenceMethods methods() {
        return methods;
    }

    /** Notes that this connection has a session open. */
    void opened(String session) {
        own.add(session);
        store.open.put(session, this);
    }

    boolean isRunning(String session) {
        ReferenceStore.Session known = store.find(session);
        return known != null && methods.isRunning(known);
    }

    /** Counts how often something has happened on this connection, this time included. */
    int count(String what) {
        return counts.merge(what, 1, Integer::sum);
    }

    static ObjectNode object(Object... namesAndValues) {
        return Json.obj(namesAndValues);
    }

    /** An error of the protocol. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        final int code;
        final transient @Nullable JsonNode data;

        Refused(int code, String message, @Nullable JsonNode data) {
            super(message, null, false, false);
            this.code = code;
            this.data = data;
        }

        Refused(int code, String message) {
            this(code, message, null);
        }

        ObjectNode toError() {
            ObjectNode error = object("code", code, "message", getMessage());
            if (data != null) {
                error.set("data", data);
            }
            return error;
        }
    }

    // In

    void receive(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            if (faults.has("dies-of-blank-lines") && text.isEmpty()) {
                die.run();
            }
            return;
        }
        if (text.matches("(?s).*" + SEPARATOR + ".*") && (faults.has("cuts-at-separators") || faults.has(LOSES_CUT))) {
            if (!faults.has(LOSES_CUT)) {
                Stream.of(text.split(SEPARATOR)).forEach(piece -> receive(piece.getBytes(StandardCharsets.UTF_8)));
            }
            return;
        }
        if (faults.has("dies-of-carriage-returns") && text.endsWith("\r")) {
            return;
        }
        if (faults.has("knows-no-escapes") && text.contains("\\u0069d")) {
            fail(Json.node(503), new Refused(-32700, "Parse error"));
            return;
        }
        if (faults.has("wants-compact-json") && text.startsWith("\t")) {
            fail(Json.node(502), new Refused(-32700, "Parse error"));
            return;
        }
        if (faults.has("wants-method-first") && text.startsWith("{\"params\"")) {
            fail(Json.node(501), new Refused(-32700, "Parse error"));
            return;
        }
        if (faults.has("dies-of-depth") && text.contains("[[[[[[[[[[")) {
            die.run();
            return;
        }
        JsonNode message;
        try {
            message = Json.read(line);
            if (!new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text)) {
                throw new IOException("not UTF-8");
            }
        } catch (IOException e) {
            if (faults.has("dies-of-some-garbage") && text.startsWith("Content-Length")) {
                die.run();
            } else if (!faults.has("silent-on-garbage")) {
                fail(Json.node(null), new Refused(-32700, "Parse error"));
            }
            return;
        }
        message(message);
    }

    private void message(JsonNode message) {
        JsonNode id = message.path("id");
        if (id.isIntegralNumber() && Math.abs(id.doubleValue()) > LARGEST_EXACT) {
            if (faults.has("unusual:reads-no-large-ids")) {
                fail(Json.node(null), new Refused(-32600, "An id beyond 2^53"));
                return;
            }
            id = faults.has("rounds-ids") ? Json.node((long) id.doubleValue()) : id;
        }
        boolean hasId = id.isTextual() || id.isIntegralNumber();
        if (!message.isObject()) {
            if (faults.has("dies-of-no-message") && !message.isArray()) {
                die.run();
            } else if (second != null && message.isArray() && !message.isEmpty()) {
                array(message);
            } else if (!(faults.has("ignores-batches") && message.isArray() && message.size() == 2)) {
                fail(Json.node(null), new Refused(-32600, "Invalid request"));
            }
            return;
        }
        if (!message.path("method").isTextual()) {
            if (id.isValueNode() && !id.isNull() && (message.has("result") || message.has("error"))) {
                answered(id, message);
            } else if (!faults.has("silent-on-invalid-requests")) {
                fail(hasId ? id : Json.node(null), new Refused(-32600, "Invalid request"));
            }
            return;
        }
        String method = message.path("method").asText();
        if (!message.path("jsonrpc").asText().equals("2.0")
                || message.path("jsonrpc").isNumber()) {
            fail(hasId ? id : Json.node(null), new Refused(-32600, "Invalid request"));
            return;
        }
        if (second != null && message.has("id") && id.isNull() && !faults.has("takes-null-ids")) {
            fail(Json.node(null), new Refused(-32600, "Invalid request"));
        } else if (!hasId) {
            notification(method, message);
        } else if (!NOTIFICATIONS.contains(method)) {
            request(method, id, message);
        }
    }

    /** Version 2 has no batches. */
    private void array(JsonNode message) {
        ObjectNode refusal =
                object("jsonrpc", "2.0", "id", null, "error", new Refused(-32600, "Invalid request").toError());
        if (faults.has("dies-of-arrays") && message.at("/0/id").asInt() == 601) {
            die.run();
        } else if (faults.has("carries-out-arrays") && initialized) {
            send("array", refusal);
            message.forEach(this::message);
        } else if (faults.has("initializes-by-arrays") && !initialized) {
            message.forEach(this::message);
        } else if (!(faults.has("ignores-arrays") && initialized)) {
            send(initialized ? "array" : "early-array", refusal);
        }
    }

    private void answered(JsonNode id, JsonNode message) {
        CompletableFuture<JsonNode> waiting = pending.remove(id.asText());
        if (waiting != null) {
            waiting.complete(message);
        } else if (faults.has("answers-responses")) {
            fail(id, new Refused(-32600, "Nobody asked"));
        }
    }

    private void notification(String method, JsonNode message) {
        if (faults.has("answers-notifications")) {
            send("answer", object("jsonrpc", "2.0", "id", null, "result", null));
        }
        if (faults.has("dies-of-notifications") && method.startsWith("_acp4j.tck")) {
            die.run();
        } else if (second != null) {
            secondNotification(second, method, message);
        } else if (method.equals("session/cancel")) {
            methods.cancel(message.path("params"));
        } else if (method.equals("$/cancel_request")) {
            methods.cancelRequest(message.at("/params/requestId"));
        }
    }

    private void secondNotification(V2Agent agent, String method, JsonNode message) {
        if (!initialized) {
            if (faults.has("answers-early-notifications")) {
                fail(Json.node(null), new Refused(-32600, "Say initialize first"));
            }
        } else if (method.equals("session/cancel")) {
            agent.cancel(message.path("params"));
        } else if (method.equals("$/cancel_request")) {
            agent.cancelRequest(message.at("/params/requestId"));
        }
    }

    private void secondRequest(V2Agent agent, String method, JsonNode id, JsonNode params) {
        try {
            JsonNode result = agent.call(method, id, params);
            if (result != null) {
                send("result:" + method, object("jsonrpc", "2.0", "id", id, "result", result));
            }
        } catch (Refused e) {
            send("error:" + method, object("jsonrpc", "2.0", "id", id, "error", e.toError()));
        }
    }

    private void request(String method, JsonNode id, JsonNode message) {
        Faults.Takeover takeover = faults.takeover(method);
        Faults.Reaction reaction = takeover == null ? null : takeover.react(message, this);
        if (reaction != null) {
            if (reaction.members() != null) {
                ObjectNode response = object("jsonrpc", "2.0", "id", id);
                response.setAll(reaction.members());
                send("taken", response);
            }
            if (reaction.die()) {
                die.run();
            }
            return;
        }
        JsonNode params = message.path("params");
        if (second != null) {
            secondRequest(second, method, id, params);
            return;
        }
        if (method.equals("session/prompt")) {
            prompt(id, params);
            return;
        }
        answer(method, id, () -> methods.call(method, params));
        methods.afterwards(method, params);
    }

    private void prompt(JsonNode id, JsonNode params) {
        ReferenceTurn turn;
        try {
            turn = methods.begin(id, params);
        } catch (Refused e) {
            send("error:session/prompt", object("jsonrpc", "2.0", "id", id, "error", e.toError()));
            return;
        }
        turns.register();
        ReferenceConnector.THREADS.execute(() -> {
            try {
                answer("session/prompt", id, turn::run);
            } finally {
                turns.arriveAndDeregister();
            }
        });
    }

    /** Something that ends with a result or an error. */
    interface Work {
        JsonNode run() throws InterruptedException;
    }

    private void answer(String method, JsonNode id, Work work) {
        try {
            JsonNode result = work.run();
            respond("result:" + method, id, object("jsonrpc", "2.0", "id", id, "result", result));
        } catch (Refused e) {
            respond("error:" + method, id, object("jsonrpc", "2.0", "id", id, "error", e.toError()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            methods.answered(id);
        }
    }

    /** Sends a response and what a faulty agent says after it, before anything that is asked later is answered. */
    private void respond(String key, JsonNode id, ObjectNode response) {
        alone(() -> {
            methods.ending(id);
            send(key, response);
            methods.responded(id, () -> send(key, response));
            methods.answered(id);
        });
    }

    /** Does something while nothing else is said. */
    void alone(Runnable something) {
        synchronized (saying) {
            something.run();
        }
    }

    // Out

    private void fail(JsonNode id, Refused refused) {
        send("error:", object("jsonrpc", "2.0", "id", id, "error", refused.toError()));
    }

    void update(String session, ObjectNode update) {
        String key = "update:" + update.path("sessionUpdate").asText();
        send(
                key,
                object(
                        "jsonrpc",
                        "2.0",
                        "method",
                        "session/update",
                        "params",
                        object("sessionId", session, "update", update)));
    }

    void notifyClient(String method, ObjectNode params) {
        send("notification:" + method, object("jsonrpc", "2.0", "method", method, "params", params));
    }

    /**
     * A request to the client.
     *
     * @param id its id
     * @param answer what comes back
     */
    record Asked(String id, CompletableFuture<JsonNode> answer) {}

    /** Asks the client; what is to be noted of it is noted before it is sent. */
    Asked ask(String method, ObjectNode params, Consumer<Asked> noted) {
        Asked asked = new Asked(newId(), new CompletableFuture<>());
        pending.put(asked.id(), asked.answer());
        noted.accept(asked);
        send("request:" + method, object("jsonrpc", "2.0", "id", asked.id(), "method", method, "params", params));
        return asked;
    }

    private String newId() {
        return faults.has("has-one-id") ? "r1" : "r" + nextId.incrementAndGet();
    }

    CompletableFuture<JsonNode> requestClient(String method, ObjectNode params) {
        String id = newId();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        pending.put(id, answer);
        send("request:" + method, object("jsonrpc", "2.0", "id", id, "method", method, "params", params));
        return answer;
    }

    void send(String key, ObjectNode message) {
        Duration delay = faults.delay(key);
        if (delay.isZero()) {
            write(key, message);
        } else {
            late.register();
            ReferenceConnector.TIMER.schedule(
                    () -> {
                        write(key, message);
                        late.arriveAndDeregister();
                    },
                    delay.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    private void write(String key, ObjectNode message) {
        List<Object> items = faults.apply(key, message);
        alone(() -> items.forEach(item ->
                out.accept(item instanceof byte[] bytes ? bytes : (item + "\n").getBytes(StandardCharsets.UTF_8))));
    }

    // The end

    void finish() throws InterruptedException {
        int phase = turns.arrive();
        try {
            turns.awaitAdvanceInterruptibly(phase, 1, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            methods.cancelAll();
        }
        if (second != null) {
            second.cancelAll();
        }
        awaitLate();
    }

    /** What is held back is sent before the process ends, unless that takes too long. */
    private void awaitLate() throws InterruptedException {
        int phase = late.arrive();
        try {
            late.awaitAdvanceInterruptibly(phase, LATE_SECONDS, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            // an agent that ends without it
        }
    }

    /** Nothing is open any more when the process has ended. */
    void ended() {
        store.open.values().removeIf(agent -> agent == this);
    }

    void abandon() {
        methods.cancelAll();
        if (second != null) {
            second.cancelAll();
        }
        pending.values().forEach(waiting -> waiting.complete(object("error", object("code", -32603))));
    }

    static ArrayNode array(Object... values) {
        return Json.arr(values);
    }
}
