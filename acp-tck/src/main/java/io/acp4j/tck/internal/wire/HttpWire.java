package io.acp4j.tck.internal.wire;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.HttpExchange;
import io.acp4j.tck.internal.http.OpenSocketSet;
import io.acp4j.tck.internal.http.ResponseHead;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One connection over Streamable HTTP, as a client has to keep it: requests and notifications are posted one after the other,
 * responses beside them but behind earlier notifications, and each session has its stream before anything is posted about it. A
 * request that the server refuses, or whose session's stream it refuses, gets an error response in the server's place, which says so;
 * a session that the server lets nobody read before it is open is loaded first.
 */
final class HttpWire implements Wire {

    /** Longest body that is read where a message, or nothing, is expected. */
    private static final int MAX_BODY = LineSplitter.MAX_LINE;

    private static final int OK = 200;

    /** Statuses that say that there is no connection. */
    private static final Set<Integer> NO_CONNECTION = Set.of(401, 403, 404, 410);

    /** Statuses that may also say that a session is not this client's, or not open; the connection goes on where they do. */
    private static final Set<Integer> NO_SESSION = Set.of(403, 404);

    /** Methods about a session that need not be open, and so have no stream. */
    private static final Set<String> ABOUT_CLOSED =
            Set.of("session/load", "session/resume", "session/fork", "session/delete");

    /** Methods whose responses may come on another stream than the replay before them, which is on its way then. */
    private static final Set<String> REPLAYING = Set.of("session/load", "session/resume");

    /** How many looks in a row, each a while after the one before, have to find nothing of a replay. */
    private static final int REPLAY_LOOKS = 15;

    private static final int MAX_REPLAY_LOOKS = 1_000;

    private static final long REPLAY_LOOK_MILLIS = 10;

    private static final long OVERTAKING_MILLIS = 1_000;

    /** Limit for the response to the request that ends the connection. No scenario depends on this response. */
    private static final Duration END_LIMIT = Duration.ofSeconds(30);

    private final Endpoint endpoint;
    private final Duration limit;
    private final WireListener listener;
    private final ExecutorService calls = thread("tck-http-calls");
    private final ExecutorService responses = thread("tck-http-responses");
    private final OpenSocketSet sockets = new OpenSocketSet();
    private final SessionStreams streams;
    private final Map<JsonNode, String> asked = new ConcurrentHashMap<>();
    private final Map<JsonNode, String> replaying = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong received = new AtomicLong();
    private volatile CompletableFuture<Void> notified = CompletableFuture.completedFuture(null);
    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable String connection;

    HttpWire(Endpoint endpoint, Duration limit, WireListener listener) {
        this.endpoint = endpoint;
        this.limit = limit;
        this.listener = listener;
        this.streams = new SessionStreams(endpoint, limit, sockets, new SessionStreams.Reader() {
            @Override
            public void event(byte[] message, String session) {
                deliver(message, session);
            }

            @Override
            public void ended(String reason) {
                end(reason);
            }
        });
    }

    /** Returns one thread, which ends when there is nothing to do. */
    private static ExecutorService thread(String name) {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    // Out

    @Override
    public void write(byte[] bytes) {
        send(bytes);
    }

    @Override
    public void send(byte[] message) {
        JsonNode json = read(message);
        boolean response = json.isObject() && !json.has("method") && (json.has("result") || json.has("error"));
        if (response) {
            CompletableFuture<Void> before = notified;
            responses.execute(() -> {
                before.join();
                post(message, json, true);
            });
        } else if (json.has("id")) {
            requests.incrementAndGet();
            calls.execute(() -> {
                post(message, json, false);
                requests.decrementAndGet();
            });
        } else {
            notify(message, json);
        }
    }

    /** Posts a notification, for which responses wait; for a second at most where the server may be holding a request before it. */
    private void notify(byte[] message, JsonNode json) {
        CompletableFuture<Void> posted = new CompletableFuture<>();
        notified = requests.get() == 0
                ? posted
                : posted.copy().completeOnTimeout(null, OVERTAKING_MILLIS, TimeUnit.MILLISECONDS);
        calls.execute(() -> {
            post(message, json, false);
            posted.complete(null);
        });
    }

    private static JsonNode read(byte[] message) {
        try {
            return Json.read(message);
        } catch (IOException e) {
            return obj();
        }
    }

    private void post(byte[] message, JsonNode json, boolean response) {
        if (over.get()) {
            return;
        }
        try {
            String session = response
                    ? asked.remove(json.path("id"))
                    : json.at("/params/sessionId").asText("");
            HttpCall call = HttpCall.post(message);
            String open = connection;
            if (open != null) {
                call = call.on(open);
                if (session != null && !session.isEmpty()) {
                    call = call.about(session);
                    if (!response && !isReady(json, session)) {
                        return;
                    }
                }
            }
            if (json.has("id") && REPLAYING.contains(json.path("method").asText())) {
                replaying.put(json.path("id"), session == null ? "" : session);
            }
            HttpExchange exchange = endpoint.send(call, limit, sockets);
            ResponseHead head = exchange.head();
            byte[] body = exchange.finish(MAX_BODY);
            taken(json, response, head, body);
        } catch (IOException | RuntimeException e) {
            end("cannot send: " + e.getMessage());
        }
    }

    /**
     * Waits for the stream of a session, and returns whether a message about it may be posted. Where the stream is refused, a request
     * gets that for its response, unless the session need not be open for it.
     */
    private boolean isReady(JsonNode message, String session) {
        ResponseHead refusal = streams.refusal(session);
        boolean request = message.has("id");
        String method = message.path("method").asText();
        if (refusal == null || !request) {
            return true;
        }
        if (!ABOUT_CLOSED.contains(method) || !NO_SESSION.contains(refusal.status())) {
            deliver(HttpRefusal.response(message, "the server refused the event stream of the session", refusal), "");
            return false;
        }
        if (REPLAYING.contains(method)) {
            streams.openLate(session, refusal);
        }
        return true;
    }

    private void taken(JsonNode message, boolean response, ResponseHead head, byte[] body) throws IOException {
        String given = head.header(HttpCall.CONNECTION_ID);
        if (connection == null && head.status() == OK && !given.isEmpty()) {
            connection = given;
            streams.open(given);
        }
        boolean isTaken = head.status() / 100 == 2;
        if (head.is(HttpCall.JSON) && body.length > 0 && (isTaken || HttpRefusal.isMessage(read(body)))) {
            deliver(body, "");
            if (read(body).path("id").equals(message.path("id"))) {
                return;
            }
        }
        if (isTaken) {
            return;
        }
        boolean request = !response && message.has("method") && message.has("id");
        boolean aboutSession = NO_SESSION.contains(head.status())
                && !message.at("/params/sessionId").asText("").isEmpty();
        if (connection != null && NO_CONNECTION.contains(head.status()) && !aboutSession) {
            end("the server says that there is no connection: " + head);
        } else if (request) {
            deliver(HttpRefusal.response(message, "the server refused the message", head), "");
        }
    }

    // In

    private void deliver(byte[] message, String session) {
        JsonNode json = read(message);
        received.incrementAndGet();
        if (json.has("method")) {
            if (json.has("id")) {
                asked.put(json.path("id"), session);
            }
            hand(message);
            JsonNode update = json.at("/params/update");
            if (update.path("sessionUpdate").asText().equals("subagent_update")) {
                learned(update.path("sessionId"));
            }
        } else {
            String replayed = replaying.remove(json.path("id"));
            if (replayed != null && session.isEmpty() && json.has("result")) {
                behindStream(message, json, replayed);
            } else {
                hand(message);
                learned(json.at("/result/sessionId"));
            }
        }
    }

    /** Hands over the response of a request that opens a session, behind its replay; nobody can use a session that is not read. */
    private void behindStream(byte[] message, JsonNode json, String session) {
        var unused = streams.late(session).thenAccept(refusal -> {
            if (refusal == null) {
                behindReplay(message, received.get(), REPLAY_LOOKS, MAX_REPLAY_LOOKS);
            } else {
                hand(HttpRefusal.response(
                        json, "the session is open, but the server refused its event stream", refusal));
            }
        });
    }

    private void behindReplay(byte[] message, long seen, int looks, int left) {
        if (looks == 0 || left == 0) {
            hand(message);
        } else {
            CompletableFuture.delayedExecutor(REPLAY_LOOK_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> {
                        long now = received.get();
                        behindReplay(message, now, now == seen ? looks - 1 : REPLAY_LOOKS, left - 1);
                    });
        }
    }

    private void learned(JsonNode session) {
        if (session.isTextual() && connection != null) {
            streams.learned(session.asText());
        }
    }

    private synchronized void hand(byte[] message) {
        listener.received(message, true);
    }

    // The end

    private void end(String reason) {
        if (over.compareAndSet(false, true)) {
            streams.close();
            sockets.close();
            closed.countDown();
            listener.ended(reason);
        }
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public boolean isHttp() {
        return true;
    }

    @Override
    public void closeInput() {
        calls.execute(this::delete);
    }

    private void delete() {
        String open = connection;
        if (open != null) {
            try (HttpExchange exchange = endpoint.send(HttpCall.of("DELETE").on(open), END_LIMIT)) {
                exchange.finish(MAX_BODY);
            } catch (IOException | RuntimeException e) {
                end("cannot end the connection: " + e.getMessage());
            }
        }
    }

    @Override
    public OptionalInt awaitExit(Duration wait) throws InterruptedException {
        return closed.await(wait.toNanos(), TimeUnit.NANOSECONDS) ? OptionalInt.of(0) : OptionalInt.empty();
    }

    @Override
    public void close() {
        boolean mine = !over.get();
        end("the kit closed the connection");
        if (mine) {
            responses.execute(this::delete);
        }
    }
}
