package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.EventStream;
import io.acp4j.tck.internal.http.Exchange;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.HttpExchange;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A connection over HTTP on which a scenario sends each request as it likes. Used by one scenario's thread. */
public final class HttpLink {

    private static final int MAX_BODY = 1024 * 1024;
    private static final int OK = 200;
    private static final long LOOK_MILLIS = 50;

    private final Endpoint endpoint;
    private final Sender sender;
    private final Waits waits;
    private final @Nullable String authMethod;
    private final Consumer<String> made;
    private final List<EventStream> streams = new CopyOnWriteArrayList<>();
    private final List<HttpExchange> unread = new CopyOnWriteArrayList<>();
    private String connection = "";
    private @Nullable HttpEvents events;
    private int nextId = 1;

    /** Sends a request and reads the head of the response. */
    interface Sender {

        Exchange send(HttpCall call, Duration limit) throws IOException;
    }

    /** Speaks to an endpoint with HTTP/1.1; the last is told the ids of the sessions that are made. */
    HttpLink(Endpoint endpoint, Waits waits, @Nullable String authMethod, Consumer<String> made) {
        this(endpoint, endpoint::send, waits, authMethod, made);
    }

    /** Speaks to an endpoint in another way. */
    HttpLink(Endpoint endpoint, Sender sender, Waits waits, @Nullable String authMethod, Consumer<String> made) {
        this.sender = sender;
        this.made = made;
        this.endpoint = endpoint;
        this.waits = waits;
        this.authMethod = authMethod;
    }

    /** Sends a request and returns what came back. */
    public HttpReply send(HttpCall call) {
        try {
            Exchange exchange = exchange(call);
            boolean endless = exchange.head().is(HttpCall.EVENTS);
            if (endless) {
                exchange.close();
            }
            return new HttpReply(exchange.head(), endless ? new byte[0] : exchange.finish(MAX_BODY));
        } catch (IOException e) {
            noteTimeout(e);
            return HttpReply.none(String.valueOf(e.getMessage()));
        }
    }

    private Exchange exchange(HttpCall call) throws IOException {
        return exchange(call, waits.startup());
    }

    private Exchange exchange(HttpCall call, Duration limit) throws IOException {
        try {
            return sender.send(call, limit);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            // The client of the JDK reports some malformed responses in this way.
            throw new IOException("the response cannot be read: " + e, e);
        }
    }

    private void noteTimeout(IOException failure) {
        if (failure instanceof SocketTimeoutException || failure instanceof HttpTimeoutException) {
            waits.recordTimeout(WaitKind.STARTUP);
        }
    }

    /** Returns a request message. */
    public static ObjectNode request(Object id, String method, JsonNode params) {
        return obj("jsonrpc", "2.0", "id", id, "method", method, "params", params);
    }

    /** Returns a POST of a message on this connection, with the session that its parameters name. */
    public HttpCall post(JsonNode message) {
        HttpCall call = HttpCall.post(Json.bytes(message)).on(connection);
        String session = message.at("/params/sessionId").asText("");
        return session.isEmpty() ? call : call.about(session);
    }

    /** Returns the request for a stream on this connection. */
    public HttpCall get() {
        return HttpCall.events().on(connection);
    }

    /** Returns a number that no request has had. */
    public int freshId() {
        return nextId++;
    }

    /** Sends {@code initialize} and returns what came back. */
    public HttpReply initialize() {
        HttpReply reply =
                send(HttpCall.post(Json.bytes(request(freshId(), "initialize", WebSocketLink.initialization()))));
        connection = reply.head().header(HttpCall.CONNECTION_ID);
        return reply;
    }

    /** Opens the connection and its stream, or ends the scenario. */
    public HttpLink open() throws InterruptedException {
        HttpReply reply = initialize();
        if (reply.status() != OK || connection.isEmpty()) {
            throw NotTestable.error("initialize did not succeed: " + reply);
        }
        events = listen(get());
        if (authMethod != null) {
            int id = freshId();
            send(post(request(id, "authenticate", obj("methodId", authMethod))));
            JsonNode unused = events.awaitResponse(id);
        }
        return this;
    }

    /** Opens a stream of events, or ends the scenario. */
    public HttpEvents listen(HttpCall call) {
        try {
            Exchange exchange = exchange(call);
            if (exchange.head().status() != OK) {
                exchange.close();
                throw NotTestable.error("there is no stream of events: " + exchange.head());
            }
            HttpEvents collected = new HttpEvents(exchange.head(), waits, made);
            streams.add(new EventStream(exchange, collected));
            return collected;
        } catch (IOException e) {
            noteTimeout(e);
            throw NotTestable.error("there is no stream of events: " + e.getMessage());
        }
    }

    /** Opens the stream of a session and reads nothing of it yet, or ends the scenario. */
    public UnreadEvents leaveUnread(String session) {
        try {
            HttpExchange exchange = endpoint.sendUnread(get().about(session), waits.startup());
            unread.add(exchange);
            if (exchange.head().status() != OK) {
                throw NotTestable.error("there is no stream of events: " + exchange.head());
            }
            return new UnreadEvents(exchange, waits);
        } catch (IOException e) {
            noteTimeout(e);
            throw NotTestable.error("there is no stream of events: " + e.getMessage());
        }
    }

    /** Opens the stream of a session, or ends the scenario. */
    public HttpEvents listen(String session) {
        return listen(get().about(session));
    }

    /** Opens the stream of a session; null if the server does not open it. */
    public @Nullable HttpEvents tryListen(String session) {
        try {
            return listen(session);
        } catch (NotTestable e) {
            return null;
        }
    }

    /** Requests the stream of a session until the server opens it; null if it is not open at the end of the wait. */
    public @Nullable HttpEvents awaitStream(String session) throws InterruptedException {
        return await(() -> tryListen(session));
    }

    /** Returns the first result of a search that is repeated until the end of the wait; null if all searches return null. */
    public <T> @Nullable T await(Supplier<@Nullable T> search) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + waits.response().toNanos();
        T found = search.get();
        while (found == null && System.nanoTime() < end) {
            boolean unused = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            found = search.get();
        }
        if (found == null) {
            waits.recordTimeout();
        }
        return found;
    }

    /** Returns the stream of the connection. */
    public HttpEvents events() {
        if (events == null) {
            throw new NotTestable("there is no connection");
        }
        return events;
    }

    /** Makes a session, or ends the scenario. */
    public String newSession(String cwd) throws InterruptedException {
        int id = freshId();
        HttpReply reply = send(post(request(id, "session/new", obj("cwd", cwd, "mcpServers", arr()))));
        JsonNode response = events().awaitResponse(id);
        JsonNode session = response == null ? reply.json().at("/result/sessionId") : response.at("/result/sessionId");
        if (!session.isTextual()) {
            throw NotTestable.error("the response to session/new contains no session id: " + reply);
        }
        made.accept(session.asText());
        return session.asText();
    }

    /** Returns a prompt of the vocabulary. */
    public static ObjectNode prompt(Object id, String session, String words) {
        return request(id, "session/prompt", Session.promptParams(session, "tck: " + words));
    }

    /** Leaves without a word: the streams are cut off. */
    public void cut() {
        streams.forEach(EventStream::close);
        unread.forEach(HttpExchange::close);
    }

    /** Ends the streams, so that no wait for them continues, and then the connection. */
    public void close() {
        cut();
        try {
            if (!connection.isEmpty()) {
                exchange(HttpCall.of("DELETE").on(connection), waits.farewell()).close();
            }
        } catch (IOException e) {
            // The scenario is over, so its result does not depend on this request.
        }
    }
}
