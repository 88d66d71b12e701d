package io.acp4j.tck.mutation;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A connection to a correct agent through a filter. Messages in one direction are delivered in their order. */
final class FilteredConnection implements Wire, WireListener {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "traffic-filter");
        thread.setDaemon(true);
        return thread;
    });

    private final TrafficFilter filter;
    private final WireListener listener;
    private final CompletableFuture<Wire> wire = new CompletableFuture<>();
    private final Map<JsonNode, ObjectNode> requests = new HashMap<>();
    private CompletableFuture<?> toAgent = wire;
    private CompletableFuture<?> toClient = CompletableFuture.completedFuture(null);
    private @Nullable ObjectNode answered;
    private @Nullable ObjectNode original;
    private byte[] originalBytes = {};

    FilteredConnection(TrafficFilter filter, WireListener listener) {
        this.filter = filter;
        this.listener = listener;
    }

    void attach(Wire opened) {
        wire.complete(opened);
    }

    // For filters

    /** Forwards a message to the agent. */
    void toAgent(ObjectNode message) {
        if (message.has("method") && message.has("id")) {
            requests.put(message.get("id"), message);
        }
        byte[] bytes = bytes(message);
        afterSent(() -> wire.join().send(bytes));
    }

    /** Forwards a message to the client. */
    void toClient(ObjectNode message) {
        byte[] bytes = bytes(message);
        afterReceived(() -> listener.received(bytes, true));
    }

    /** Returns the request that belongs to the response of the agent; missing for other messages. */
    JsonNode request() {
        return answered == null ? MissingNode.getInstance() : answered;
    }

    /** Returns true if the response of the agent belongs to a request of a method. */
    boolean answers(String method) {
        return TrafficFilter.method(request()).equals(method);
    }

    /** Returns true while the agent replays a session. */
    boolean isReplaying(String session) {
        return requests.values().stream()
                .anyMatch(request ->
                        isLoad(request) && TrafficFilter.session(request).equals(session));
    }

    static boolean isLoad(JsonNode request) {
        return TrafficFilter.method(request).equals("session/load")
                || TrafficFilter.method(request).equals("session/resume");
    }

    /** Responds to a request of the client instead of the agent. */
    void succeed(ObjectNode request, ObjectNode result) {
        toClient(obj("jsonrpc", "2.0", "id", request.get("id"), "result", result));
    }

    /** Responds to a request of the client with an error instead of the agent. */
    void fail(ObjectNode request, int code, String message) {
        toClient(obj("jsonrpc", "2.0", "id", request.get("id"), "error", obj("code", code, "message", message)));
    }

    /** Sends an update of a session to the client. */
    void update(String session, ObjectNode update) {
        toClient(obj(
                "jsonrpc", "2.0", "method", "session/update", "params", obj("sessionId", session, "update", update)));
    }

    /** Ends the connection after the messages that were forwarded before. */
    void end() {
        afterReceived(() -> wire.join().close());
    }

    private byte[] bytes(ObjectNode message) {
        return message.equals(original) ? originalBytes : Json.bytes(message);
    }

    // Order

    private void afterSent(Runnable task) {
        synchronized (wire) {
            toAgent = toAgent.thenRunAsync(task, THREADS);
        }
    }

    private void afterReceived(Runnable task) {
        synchronized (wire) {
            toClient = toClient.thenRunAsync(task, THREADS);
        }
    }

    // From the client

    @Override
    public void send(byte[] message) {
        ObjectNode parsed = parsed(message);
        if (parsed == null) {
            afterSent(() -> wire.join().send(message));
            return;
        }
        synchronized (filter) {
            remember(parsed, message);
            answered = null;
            filter.fromClient(parsed.deepCopy(), this);
        }
    }

    private void remember(ObjectNode parsed, byte[] bytes) {
        original = parsed;
        originalBytes = bytes;
    }

    private static @Nullable ObjectNode parsed(byte[] bytes) {
        try {
            return Json.read(bytes) instanceof ObjectNode object
                            && object.path("jsonrpc").asText().equals("2.0")
                    ? object
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void write(byte[] bytes) {
        afterSent(() -> wire.join().write(bytes));
    }

    @Override
    public void closeInput() {
        afterSent(() -> wire.join().closeInput());
    }

    @Override
    public boolean isStream() {
        return wire.join().isStream();
    }

    @Override
    public boolean isHttp() {
        return wire.join().isHttp();
    }

    @Override
    public OptionalInt awaitExit(Duration limit) throws InterruptedException {
        return wire.join().awaitExit(limit);
    }

    @Override
    public String errors() {
        return wire.join().errors();
    }

    @Override
    public void close() {
        wire.join().close();
    }

    // From the agent

    @Override
    public void received(byte[] bytes, boolean complete) {
        ObjectNode parsed = complete ? parsed(bytes) : null;
        if (parsed == null) {
            afterReceived(() -> listener.received(bytes, complete));
            return;
        }
        synchronized (filter) {
            remember(parsed, bytes);
            answered = parsed.has("method") ? null : requests.get(parsed.path("id"));
            ObjectNode request = answered;
            filter.fromAgent(parsed.deepCopy(), this);
            // A filter may have sent another request with the same id.
            requests.remove(parsed.path("id"), request);
        }
    }

    @Override
    public void unfinished(int bytes) {
        afterReceived(() -> listener.unfinished(bytes));
    }

    @Override
    public void remarked(byte[] line) {
        afterReceived(() -> listener.remarked(line));
    }

    @Override
    public void ended(String reason) {
        afterReceived(() -> listener.ended(reason));
    }
}
