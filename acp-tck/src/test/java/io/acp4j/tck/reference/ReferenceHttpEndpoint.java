package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.reference.ReferenceHttpConnection.Mailbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves reference agents over Streamable HTTP, on a port of this machine: all of it right, unless told what to do wrong. */
final class ReferenceHttpEndpoint implements AutoCloseable {

    private static final String SAME_ID = "00000000-0000-4000-8000-000000000000";
    private static final int BACKLOG = 256;

    /** What lets a client in where a token is needed. */
    static final String TOKEN = "a-token-of-the-reference";

    /** The name of what is no fault: that a token is needed. */
    static final String TOKEN_NEEDED = "http-token";

    /** What lets another principal in. */
    static final String OTHER_TOKEN = "a-token-of-another";

    /** The name of what is no fault: that there are two principals. */
    static final String TWO_PRINCIPALS = "http-two-principals";

    /** The name of what is no fault: that a client is given up at once that does not read. */
    static final String GIVES_UP = "http-gives-up";

    /** The name of what is no fault: that it does not speak HTTP/2. */
    static final String ONLY_HTTP_1 = "http-only-http-1";

    private static final int MOST_DIGITS = 8;

    private final ReferenceStore store = new ReferenceStore();
    private final ReferenceStore storeOfOther = new ReferenceStore();
    private final Map<String, ReferenceHttpConnection> connections = new ConcurrentHashMap<>();
    private final Map<String, ReferenceHttpConnection> owners = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final ReferenceHttpFront front;
    private final Faults faults;

    ReferenceHttpEndpoint(Faults faults) throws IOException {
        this(faults, 1);
    }

    /** Serves agents that speak a version of the protocol. */
    ReferenceHttpEndpoint(Faults faults, int version) throws IOException {
        this.faults = faults;
        this.store.second = version == 1 ? null : new V2Store();
        this.storeOfOther.second = version == 1 ? null : new V2Store();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(ReferenceConnector.THREADS);
        server.createContext("/acp", exchange -> {
            try (exchange) {
                serve(exchange);
            } catch (IOException e) {
                // A client that is gone.
            }
        });
        server.start();
        front = new ReferenceHttpFront(store, faults, server.getAddress().getPort());
    }

    /** Returns the sessions that there are. */
    List<String> sessions() {
        return store.list().stream()
                .map(session -> session.id + ": " + session.items())
                .toList();
    }

    /** Returns how the kit reaches it. */
    Subject subject() {
        if (faults.has(TWO_PRINCIPALS)) {
            return Subject.http(uri(), TOKEN, OTHER_TOKEN);
        }
        return faults.has(TOKEN_NEEDED) ? Subject.http(uri(), TOKEN) : Subject.http(uri());
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + front.port() + "/acp");
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private void reply(HttpExchange exchange, int status) throws IOException {
        if (status >= 400 && faults.has("http-explains-in-json")) {
            reply(exchange, status, Json.bytes(Json.obj("error", "not taken", "code", "refused_" + status)));
        } else {
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private static void reply(HttpExchange exchange, int status, byte[] json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
        // Closing an exchange waits for the rest of the request, on JDK 25 before it sends what is still buffered.
        exchange.getResponseBody().flush();
    }

    private void serve(HttpExchange exchange) throws IOException {
        int port = front.port();
        if (exchange.getRequestMethod().equals("OPTIONS") && faults.has("http-any-preflight")) {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", header(exchange, "Origin"));
            reply(exchange, 204);
            return;
        }
        boolean known = Set.of("127.0.0.1:" + port, "localhost:" + port).contains(header(exchange, "Host"));
        if ((!known && !faults.has("http-any-host"))
                || (!header(exchange, "Origin").isEmpty() && !faults.has("http-any-origin"))) {
            reply(exchange, 403);
            return;
        }
        if (isStranger(exchange)) {
            if (!faults.has("http-asks-for-nothing")) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            reply(exchange, 401);
            return;
        }
        switch (exchange.getRequestMethod()) {
            case "POST" -> post(exchange);
            case "GET" -> get(exchange);
            case "DELETE" -> delete(exchange);
            default -> reply(exchange, faults.has("http-any-method") ? 202 : 405);
        }
    }

    private boolean isStranger(HttpExchange exchange) {
        String authorization = header(exchange, "Authorization");
        boolean knows = !faults.has(TOKEN_NEEDED) || authorization.equals("Bearer " + TOKEN) || isOther(exchange);
        boolean opens = header(exchange, "Acp-Connection-Id").isEmpty();
        return !knows && !faults.has(opens ? "http-lets-anybody-begin" : "http-id-is-enough");
    }

    private boolean isOther(HttpExchange exchange) {
        return faults.has(TWO_PRINCIPALS) && header(exchange, "Authorization").equals("Bearer " + OTHER_TOKEN);
    }

    /** Returns the connection that a request names, if it belongs to who sends it. */
    private @Nullable ReferenceHttpConnection connection(HttpExchange exchange) {
        ReferenceHttpConnection connection = connections.get(header(exchange, "Acp-Connection-Id"));
        return connection == null || isForeign(connection, exchange) ? null : connection;
    }

    private boolean isForeign(ReferenceHttpConnection connection, HttpExchange exchange) {
        return connection.ofOther != isOther(exchange) && !faults.has("http-any-principal");
    }

    /** Returns the status for a connection that is not there for who sends the request. */
    private int unknown(HttpExchange exchange) {
        boolean exists = connections.containsKey(header(exchange, "Acp-Connection-Id"));
        return exists && faults.has("http-owned-is-403") ? 403 : 404;
    }

    private static JsonNode read(byte[] body) {
        try {
            return Json.read(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    // POST

    private void post(HttpExchange exchange) throws IOException {
        if (header(exchange, "Content-Length").length() > MOST_DIGITS) {
            reply(exchange, faults.has("http-long-is-400") ? 400 : 413);
            return;
        }
        byte[] body = exchange.getRequestBody().readAllBytes();
        String type = header(exchange, "Content-Type");
        if ((!type.split(";", 2)[0].equals("application/json") && !faults.has("http-any-type"))
                || (type.contains(";") && faults.has("http-no-parameters"))) {
            reply(exchange, 415);
            return;
        }
        JsonNode message = read(body);
        String id = header(exchange, "Acp-Connection-Id");
        if (message.isMissingNode()) {
            reply(exchange, faults.has("http-takes-garbage") ? 202 : 400);
        } else if (message.isArray()) {
            array(exchange);
        } else if (!id.isEmpty()) {
            ReferenceHttpConnection connection = connection(exchange);
            if (connection == null) {
                reply(exchange, unknown(exchange));
            } else {
                posted(exchange, connection, message, body);
            }
        } else if (message.path("method").asText().equals("initialize")) {
            initialize(exchange, message, body);
        } else {
            reply(exchange, faults.has("http-no-connection-is-404") ? 404 : 400);
        }
    }

    private void array(HttpExchange exchange) throws IOException {
        if (faults.has("http-takes-arrays")) {
            reply(exchange, 202);
            return;
        }
        JsonNode error = Json.obj("code", -32600, "message", "Invalid request");
        reply(exchange, 400, Json.bytes(Json.obj("jsonrpc", "2.0", "id", null, "error", error)));
    }

    private void initialize(HttpExchange exchange, JsonNode message, byte[] body) throws IOException {
        boolean raw = new String(body, StandardCharsets.UTF_8).contains("ünïcödé");
        boolean same = raw && faults.has("http-same-id");
        boolean ofOther = isOther(exchange);
        ReferenceHttpConnection connection = new ReferenceHttpConnection(
                same ? SAME_ID : UUID.randomUUID().toString(),
                ofOther && !faults.has("http-shares-sessions") ? storeOfOther : store,
                faults,
                raw,
                ofOther);
        var unused = connection.receive(message, body, "");
        byte[] response;
        try {
            response = connection.initialized.get(60, TimeUnit.SECONDS);
        } catch (InterruptedException
                | java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException e) {
            reply(exchange, 500);
            return;
        }
        if (read(response).has("result") || connection.has("http-keeps-failed")) {
            connections.put(connection.id, connection);
            if (!connection.has("http-no-id")) {
                exchange.getResponseHeaders().set("Acp-Connection-Id", connection.id);
            }
        }
        reply(exchange, 200, response);
    }

    private void posted(HttpExchange exchange, ReferenceHttpConnection connection, JsonNode message, byte[] body)
            throws IOException {
        String session = header(exchange, "Acp-Session-Id");
        String named = message.at("/params/sessionId").asText("");
        String method = message.path("method").asText("");
        boolean response = method.isEmpty();
        int refusal = refusal(connection, message, session, named);
        if (refusal > 0) {
            reply(exchange, refusal);
            return;
        }
        if (method.equals("session/load") && isLocked(connection, named)) {
            reply(exchange, 202);
            connection
                    .mailbox(named)
                    .events
                    .add(Json.bytes(Json.obj(
                            "jsonrpc",
                            "2.0",
                            "id",
                            message.path("id"),
                            "error",
                            Json.obj("code", -32000, "message", "busy"))));
            return;
        }
        if (!named.isEmpty() && method.equals("session/prompt")) {
            owners.putIfAbsent(named, connection);
        }
        var later = connection.receive(message, body, response ? "" : session);
        if (connection.has("http-new-in-body") && method.equals("session/new")) {
            reply(exchange, 200, later.orTimeout(60, TimeUnit.SECONDS).join());
        } else {
            reply(exchange, connection.has("http-cancel-is-204") && method.equals("session/cancel") ? 204 : 202);
        }
    }

    private int refusal(ReferenceHttpConnection connection, JsonNode message, String session, String named) {
        boolean response = !message.has("method");
        if (response && message.has("id")) {
            boolean free = connection.has("http-any-response") || !session.isEmpty();
            return !free || connection.has("http-refuses-responses") ? 400 : 0;
        }
        if (message.path("method").asText().equals("initialize")) {
            return connection.has("http-initializes-again") ? 409 : 400;
        }
        if (!named.isEmpty() && session.isEmpty()) {
            return connection.has("http-no-session-header") ? 404 : 400;
        }
        if (!named.isEmpty() && !named.equals(session)) {
            return connection.has("http-any-session") ? 403 : 400;
        }
        boolean opens = ReferenceHttpConnection.ABOUT_CLOSED.contains(
                message.path("method").asText());
        if (!named.isEmpty() && !opens && !connection.lets(named)) {
            return 403;
        }
        boolean lone = !message.has("id") && session.isEmpty();
        return lone && connection.has("http-all-need-sessions") ? 400 : 0;
    }

    private boolean isLocked(ReferenceHttpConnection connection, String session) {
        @Nullable ReferenceHttpConnection owner = owners.get(session);
        return connection.has("http-locks-sessions") && owner != null && owner != connection;
    }

    // GET and DELETE

    private void get(HttpExchange exchange) throws IOException {
        ReferenceHttpConnection connection = connection(exchange);
        if (connection == null) {
            reply(exchange, faults.has("http-unknown-is-400") ? 400 : unknown(exchange));
            return;
        }
        if (!header(exchange, "Accept").contains("text/event-stream")) {
            reply(exchange, connection.has("http-any-accept") ? 200 : 406);
            return;
        }
        String session = header(exchange, "Acp-Session-Id");
        if (!session.isEmpty() && !connection.lets(session)) {
            reply(exchange, 403);
            return;
        }
        Mailbox mailbox = connection.mailbox(session);
        boolean taken = !mailbox.read.compareAndSet(false, true);
        boolean again = mailbox.ever && !session.isEmpty() && connection.has("http-never-again");
        mailbox.ever = true;
        if (taken || again) {
            reply(exchange, connection.has("http-second-is-200") && taken ? 200 : 409);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        if (!connection.has("http-cached")) {
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        }
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        connection.stream(mailbox, exchange.getResponseBody());
    }

    private void delete(HttpExchange exchange) throws IOException {
        ReferenceHttpConnection connection = connection(exchange);
        if (connection == null) {
            reply(exchange, unknown(exchange));
            return;
        }
        connections.remove(connection.id);
        connection.end();
        reply(exchange, connection.has("http-delete-is-204") ? 204 : 202);
    }

    @Override
    public void close() {
        front.close();
        connections.values().forEach(ReferenceHttpConnection::kill);
        server.stop(0);
    }
}
