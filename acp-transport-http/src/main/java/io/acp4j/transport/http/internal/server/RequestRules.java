package io.acp4j.transport.http.internal.server;

import io.acp4j.transport.http.internal.EventNumbers;
import io.acp4j.transport.http.internal.Ping;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is made of a request. Safe for use by any number of threads. */
public final class RequestRules {

    /** From which length on a message is not looked at on the event loop, which has others to serve. */
    public static final int LARGE_BYTES = 64 * 1024;

    private static final String CONNECTION_ID = "Acp-Connection-Id";
    private static final String SESSION_ID = "Acp-Session-Id";
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String ORIGIN = "Origin";
    private static final int NO_CONTENT = 204;
    private static final String METHODS = "GET, POST, DELETE";
    private static final String EVENT_STREAM = "text/event-stream";
    private static final String JSON = "application/json";
    private static final List<String> ONCE = List.of(CONNECTION_ID, SESSION_ID, LAST_EVENT_ID);

    private static final Map<String, String> EVENT_HEADERS = Map.of(
            "content-type",
            EVENT_STREAM,
            "cache-control",
            "no-cache, no-transform",
            "x-accel-buffering",
            "no",
            EventNumbers.HEADER,
            EventNumbers.HEADER_VALUE);

    private final Connections connections;
    private final Posts posts;

    /** Creates the rules for the connections of a server. */
    public RequestRules(Connections connections) {
        this.connections = connections;
        this.posts = new Posts(connections);
    }

    /** Returns the connections of the server. */
    public Connections connections() {
        return connections;
    }

    /**
     * Returns the response that does not depend on who asks; null for nothing.
     *
     * @param mayRead whether web pages of an origin may read responses
     */
    public @Nullable Reply beforeAuthentication(RequestHead request, Predicate<String> mayRead) {
        String method = request.method();
        if (method.equals("OPTIONS") && isPreflight(request, mayRead)) {
            return new Reply(NO_CONTENT, "", new byte[0], Map.of())
                    .with("access-control-allow-methods", METHODS)
                    .with(
                            "access-control-allow-headers",
                            "acp-connection-id, acp-session-id, acp-protocol-version, authorization, content-type,"
                                    + " last-event-id")
                    .with("access-control-max-age", "600");
        }
        boolean known = method.equals("GET") || method.equals("POST") || method.equals("DELETE");
        return known ? null : Reply.text(405, "this endpoint takes " + METHODS).with("allow", METHODS);
    }

    private static boolean isPreflight(RequestHead request, Predicate<String> mayRead) {
        String origin = request.header(ORIGIN);
        return origin != null && mayRead.test(origin) && request.header("Access-Control-Request-Method") != null;
    }

    /** Returns the headers by which the web page that has sent a request may read the response, where its origin may. */
    public Map<String, String> forOrigin(RequestHead request, Predicate<String> mayRead) {
        String origin = request.header(ORIGIN);
        return origin != null && mayRead.test(origin)
                ? Map.of(
                        "access-control-allow-origin", origin,
                        "access-control-expose-headers", CONNECTION_ID,
                        "vary", ORIGIN)
                : Map.of();
    }

    /** Returns the headers of a stream of events. */
    public Map<String, String> ofEvents() {
        return EVENT_HEADERS;
    }

    /** Returns what is wrong with the head of a request; null when nothing is. */
    public @Nullable Reply refusal(RequestHead request) {
        for (String name : ONCE) {
            if (request.headers(name).size() > 1) {
                return Reply.text(400, "the header " + name + " may be sent once");
            }
        }
        String method = request.method();
        if (method.equals("POST")) {
            return isType(request.header("Content-Type"), JSON)
                    ? lengthRefusal(request)
                    : Reply.text(415, "send one JSON-RPC message as " + JSON);
        }
        if (method.equals("GET") && !acceptsEvents(request)) {
            return Reply.text(406, "a stream of events is sent as " + EVENT_STREAM + "; accept it");
        }
        return request.header(CONNECTION_ID) == null
                ? Reply.text(400, "the header Acp-Connection-Id is missing")
                : null;
    }

    private @Nullable Reply lengthRefusal(RequestHead request) {
        int limit = connections.limits().maxMessageBytes();
        String length = request.header("Content-Length");
        boolean tooLong;
        try {
            tooLong = length != null && Long.parseLong(length) > limit;
        } catch (NumberFormatException e) {
            return Reply.text(400, "the header Content-Length is no number");
        }
        return tooLong ? Reply.text(413, "the message is longer than " + limit + " bytes") : null;
    }

    private static boolean acceptsEvents(RequestHead request) {
        for (String accept : request.headers("Accept")) {
            for (String type : accept.split(",", -1)) {
                if (isType(type, EVENT_STREAM)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isType(@Nullable String header, String type) {
        if (header == null) {
            return false;
        }
        int parameters = header.indexOf(';');
        String name = parameters < 0 ? header : header.substring(0, parameters);
        return name.strip().equalsIgnoreCase(type);
    }

    /** Takes a message; the reply comes on any thread. */
    public void post(RequestHead request, String principal, byte[] message, Timer timer, Consumer<Reply> reply) {
        posts.take(
                new Posts.Sender(principal, request.header(CONNECTION_ID), request.header(SESSION_ID), timer),
                message,
                reply);
    }

    /** Records that a client has sent a part of a message, which is a sign of life. */
    public void receiving(RequestHead request, String principal) {
        HttpConnection connection = find(request, principal);
        if (connection != null) {
            connection.active();
        }
    }

    /** Ends a connection. */
    public Reply delete(RequestHead request, String principal) {
        HttpConnection found = find(request, principal);
        if (found == null) {
            return Reply.NO_CONNECTION;
        }
        found.deleted();
        return Reply.ACCEPTED;
    }

    private @Nullable HttpConnection find(RequestHead request, String principal) {
        String id = request.header(CONNECTION_ID);
        return id == null ? null : connections.find(id, principal);
    }

    /**
     * A stream that is asked for, or why there is none.
     *
     * @param lastSeen the number of the last event that the client has received; negative when it does not say
     */
    public record Found(
            @Nullable HttpConnection connection,
            @Nullable EventStream stream,
            long lastSeen,
            @Nullable Reply refusal) {

        static Found none(Reply refusal) {
            return new Found(null, null, -1, refusal);
        }
    }

    /** Finds the stream that a request asks for, which is then to be {@linkplain EventStreams#attach attached}. */
    public Found stream(RequestHead request, String principal) {
        HttpConnection connection = find(request, principal);
        if (connection == null) {
            return Found.none(Reply.NO_CONNECTION);
        }
        connection.active();
        String session = request.header(SESSION_ID);
        if (session == null && Ping.HEADER_VALUE.equals(request.header(Ping.HEADER))) {
            connection.respondsToPings();
        }
        if (session != null && (session.isEmpty() || session.length() > Posts.MAX_SESSION_ID)) {
            return Found.none(
                    Reply.text(400, "the header Acp-Session-Id has 1 to " + Posts.MAX_SESSION_ID + " characters"));
        }
        EventStream stream = connection.streams().use(session == null ? "" : session);
        return stream == null
                ? Found.none(Reply.text(429, "the connection has too many session streams; close some"))
                : new Found(connection, stream, lastSeen(request.header(LAST_EVENT_ID)), null);
    }

    private static long lastSeen(@Nullable String number) {
        try {
            return number == null ? -1 : Long.parseLong(number.strip());
        } catch (NumberFormatException e) {
            // No number that was given here; the stream goes on where it is.
            return -1;
        }
    }
}
