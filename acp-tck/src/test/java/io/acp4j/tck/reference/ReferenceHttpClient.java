package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.HttpExchange;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The reference client's connection over HTTP: all of it right, unless told what to do wrong. */
final class ReferenceHttpClient {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_BODY = 1024 * 1024;
    private static final int CONFLICT = 409;
    private static final int BAD_GATEWAY = 502;
    private static final int MOST_ATTEMPTS = 100;
    private static final Set<Integer> GONE = Set.of(401, 404, 405);
    private static final Set<String> LOADING = Set.of("session/load", "session/resume");

    /** Whom the connection is for; is told on any thread. */
    interface User {

        void received(byte[] message);

        void gone();
    }

    private final URI uri;
    private final Faults faults;
    private final User user;
    private final Map<String, CompletableFuture<HttpExchange>> streams = new ConcurrentHashMap<>();
    private final Map<JsonNode, String> asked = new ConcurrentHashMap<>();
    private final Map<JsonNode, String> pending = new ConcurrentHashMap<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private CompletableFuture<?> calls = CompletableFuture.completedFuture(null);
    private CompletableFuture<?> responses = CompletableFuture.completedFuture(null);
    private volatile String connection = "";
    private volatile String cookie = "";
    private volatile String firstSession = "";

    ReferenceHttpClient(URI uri, Faults faults, User user) {
        this.uri = uri;
        this.faults = faults;
        this.user = user;
    }

    // Out

    /** Sends a message: responses one after the other, and all else. */
    synchronized void send(byte[] message) {
        JsonNode json = read(message);
        Executor threads = ReferenceConnector.THREADS;
        if (json.has("method") || faults.has("http-one-queue")) {
            calls = calls.thenRunAsync(() -> post(message, json), threads);
        } else {
            responses = responses.thenRunAsync(() -> post(message, json), threads);
        }
    }

    private static JsonNode read(byte[] message) {
        try {
            return Json.read(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void post(byte[] message, JsonNode json) {
        if (over.get()) {
            return;
        }
        String method = json.path("method").asText("");
        String session = method.isEmpty()
                ? asked.getOrDefault(json.path("id"), "")
                : json.at("/params/sessionId").asText("");
        if (!method.isEmpty() && json.has("id")) {
            pending.put(json.path("id"), method);
        }
        try {
            boolean late = isLate(session) && method.equals("session/prompt");
            if (!session.isEmpty() && !method.isEmpty() && !late) {
                open(session).join();
            }
            exchange(uri, heads(HttpCall.post(message), method, session), json, true);
            if (late) {
                open(session).join();
            }
            if (method.equals("session/new")) {
                open("").join();
            }
        } catch (IOException | CompletionException e) {
            if (method.isEmpty() || !(e.getCause() instanceof ConflictException)) {
                gone();
            } else {
                fail(json);
            }
        }
    }

    /** Returns whether the stream of a session is opened too late: that of any but the first, which is known before. */
    private boolean isLate(String session) {
        return faults.has("http-opens-late") && !session.equals(firstSession);
    }

    private HttpCall heads(HttpCall call, String method, String session) {
        boolean prompt = method.equals("session/prompt");
        HttpCall head = prompt && faults.has("http-text") ? call.with("Content-Type", "text/plain") : call;
        if (!connection.isEmpty() && !(prompt && faults.has("http-no-connection"))) {
            head = head.on(connection);
        }
        boolean names =
                method.isEmpty() ? !faults.has("http-bare-responses") : !(prompt && faults.has("http-bare-prompts"));
        if (!session.isEmpty() && names) {
            head = head.about(session);
        }
        return cookie.isEmpty() || faults.has("http-no-cookies") ? head : head.with("Cookie", cookie);
    }

    private void exchange(URI to, HttpCall call, JsonNode json, boolean again) throws IOException {
        HttpExchange exchange = new HttpExchange(to, call, LIMIT);
        int status = exchange.head().status();
        byte[] body = exchange.finish(MAX_BODY);
        boolean request = json.has("id") && json.has("method");
        if (status / 100 == 2) {
            if (body.length > 0) {
                begun(exchange, body);
            }
        } else if (status == 307 && faults.has("http-follows")) {
            exchange(URI.create(exchange.head().header("Location")), call, json, false);
        } else if (status == BAD_GATEWAY && again && faults.has("http-tries-again")) {
            exchange(to, call, json, false);
        } else if (status == 405 && faults.has("http-waits")) {
            pending.clear();
        } else if (!request
                || (GONE.contains(status) && !faults.has("http-goes-on"))
                || (status == 500 && faults.has("http-dies-of-500"))) {
            gone();
        } else {
            fail(json);
        }
    }

    private void begun(HttpExchange exchange, byte[] body) {
        String given = exchange.head().header(HttpCall.CONNECTION_ID);
        if (!given.isEmpty()) {
            connection = given;
            cookie = exchange.head().header("Set-Cookie").split(";", 2)[0];
            // Where nobody makes a session the stream is needed all the same: the scenario of this fault has a cookie.
            if (cookie.isEmpty() || !faults.has("http-opens-later")) {
                open("").join();
            }
        }
        user.received(body);
    }

    private void fail(JsonNode request) {
        pending.remove(request.path("id"));
        user.received(Json.bytes(obj(
                "jsonrpc",
                "2.0",
                "id",
                request.path("id"),
                "error",
                obj("code", 0, "message", "the server refused it"))));
    }

    // In

    /** Says that the server thinks that somebody reads a stream. */
    private static final class ConflictException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private CompletableFuture<HttpExchange> open(String session) {
        CompletableFuture<HttpExchange> mine = new CompletableFuture<>();
        CompletableFuture<HttpExchange> there = streams.putIfAbsent(session, mine);
        if (there == null) {
            ReferenceConnector.THREADS.execute(() -> open(session, mine, MOST_ATTEMPTS));
        }
        return there == null ? mine : there;
    }

    private void open(String session, CompletableFuture<HttpExchange> opened, int attempts) {
        try {
            HttpCall call = heads(HttpCall.events(), "GET", session);
            HttpExchange exchange =
                    new HttpExchange(uri, faults.has("http-any-accept") ? call.with("Accept", "*/*") : call, LIMIT);
            if (exchange.head().status() == CONFLICT && attempts > 0 && !faults.has("http-gives-up")) {
                exchange.close();
                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS, ReferenceConnector.THREADS)
                        .execute(() -> open(session, opened, attempts - 1));
                return;
            }
            if (exchange.head().status() != 200) {
                exchange.close();
                throw exchange.head().status() == CONFLICT ? new ConflictException() : new IOException("no stream");
            }
            exchange.patient();
            opened.complete(exchange);
            listen(session, exchange);
        } catch (IOException e) {
            streams.remove(session, opened);
            opened.completeExceptionally(e);
        }
    }

    private void listen(String session, HttpExchange exchange) {
        boolean whole;
        try (exchange) {
            if (over.get()) {
                return;
            }
            new ReferenceEvents(faults, event -> take(event, session)).read(exchange.body());
            whole = true;
        } catch (IOException e) {
            whole = false;
        }
        streams.remove(session);
        if (over.get()) {
            return;
        }
        if (session.isEmpty() || !whole || faults.has("http-ends-with-a-stream")) {
            gone();
        } else if (!faults.has("http-leaves-streams-ended")) {
            var unused = open(session);
        }
    }

    private void take(byte[] message, String session) {
        JsonNode json;
        try {
            json = Json.read(message);
        } catch (IOException e) {
            // The client says what it thinks of it.
            user.received(message);
            return;
        }
        JsonNode id = json.path("id");
        if (json.has("method")) {
            if (json.has("id")) {
                if (pending.containsKey(id) && faults.has("http-mixes-ids")) {
                    return;
                }
                asked.put(id, session);
            }
        } else if (json.has("id")) {
            String method = pending.getOrDefault(id, "");
            String unheard = session.isEmpty() ? "http-loads-on-sessions-only" : "http-loads-on-connection-only";
            if (LOADING.contains(method) && faults.has(unheard)) {
                return;
            }
            pending.remove(id);
            JsonNode made = json.at("/result/sessionId");
            if (made.isTextual()) {
                firstSession = firstSession.isEmpty() ? made.asText() : firstSession;
                if (!faults.has("http-opens-on-demand") && !isLate(made.asText())) {
                    var unused = open(made.asText());
                }
            }
        }
        user.received(message);
    }

    // The end

    private void gone() {
        if (!over.get()) {
            user.gone();
        }
    }

    /** Ends the connection; what is on its way is lost. */
    void close() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        if (!connection.isEmpty() && !faults.has("http-no-delete")) {
            try (HttpExchange exchange = new HttpExchange(uri, heads(HttpCall.of("DELETE"), "DELETE", ""), LIMIT)) {
                exchange.finish(MAX_BODY);
            } catch (IOException e) {
                // The server has gone.
            }
        }
        for (CompletableFuture<HttpExchange> stream : streams.values()) {
            var unused = stream.thenAccept(HttpExchange::close);
        }
    }
}
