package io.acp4j.transport.http.internal.server;

import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.acp4j.transport.ws.internal.netty.SocketAccess;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is made of a request. Safe for use by any number of threads. */
final class RequestRules {

    /** From which length on a message is not looked at on the event loop, which has others to serve. */
    static final int LARGE_BYTES = 64 * 1024;

    private static final AsciiString SESSION_ID = AsciiString.cached("Acp-Session-Id");
    private static final AsciiString LAST_EVENT_ID = AsciiString.cached("Last-Event-ID");
    private static final String METHODS = "GET, POST, DELETE";
    private static final String EVENT_STREAM = "text/event-stream";
    private static final String JSON = "application/json";
    private static final List<CharSequence> ONCE = List.of(HeaderNames.CONNECTION_ID, SESSION_ID, LAST_EVENT_ID);

    private final Connections connections;
    private final Posts posts;

    RequestRules(Connections connections) {
        this.connections = connections;
        this.posts = new Posts(connections);
    }

    Connections connections() {
        return connections;
    }

    Reply reply(Refusal refusal) {
        Reply reply = Reply.text(refusal.status().code(), refusal.text());
        for (var header : refusal.headers()) {
            reply = reply.with(HeaderNames.lowerCase(header.getKey()), header.getValue());
        }
        return reply;
    }

    /** Returns what is responded whoever asks; null for nothing. */
    @Nullable
    Reply beforeAuthentication(HttpRequest request, SocketAccess access) {
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.OPTIONS) && isPreflight(request, access)) {
            return new Reply(HttpResponseStatus.NO_CONTENT.code(), "", new byte[0], Map.of())
                    .with("access-control-allow-methods", METHODS)
                    .with(
                            "access-control-allow-headers",
                            "acp-connection-id, acp-session-id, acp-protocol-version, authorization, content-type,"
                                    + " last-event-id")
                    .with("access-control-max-age", "600");
        }
        boolean known =
                method.equals(HttpMethod.GET) || method.equals(HttpMethod.POST) || method.equals(HttpMethod.DELETE);
        return known ? null : Reply.text(405, "this endpoint takes " + METHODS).with("allow", METHODS);
    }

    private static boolean isPreflight(HttpRequest request, SocketAccess access) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        return origin != null
                && access.allowsOrigin(origin)
                && request.headers().contains(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Lets the web page that has sent a request read the response, where its origin may. */
    void allowOrigin(HttpRequest request, HttpHeaders response, SocketAccess access) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        if (origin != null && access.allowsOrigin(origin)) {
            response.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                    .set(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, HeaderNames.CONNECTION_ID)
                    .set(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
        }
    }

    /** Returns what is wrong with the head of a request; null when nothing is. */
    @Nullable
    Reply refusal(HttpRequest request) {
        HttpHeaders headers = request.headers();
        for (CharSequence name : ONCE) {
            if (headers.getAll(name).size() > 1) {
                return Reply.text(400, "the header " + name + " may be sent once");
            }
        }
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.POST)) {
            return isType(headers.get(HttpHeaderNames.CONTENT_TYPE), JSON)
                    ? lengthRefusal(headers)
                    : Reply.text(415, "send one JSON-RPC message as " + JSON);
        }
        if (method.equals(HttpMethod.GET) && !acceptsEvents(headers)) {
            return Reply.text(406, "a stream of events is sent as " + EVENT_STREAM + "; accept it");
        }
        return headers.contains(HeaderNames.CONNECTION_ID)
                ? null
                : Reply.text(400, "the header Acp-Connection-Id is missing");
    }

    private @Nullable Reply lengthRefusal(HttpHeaders headers) {
        int limit = connections.limits().maxMessageBytes();
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH, "0");
        boolean tooLong;
        try {
            tooLong = Long.parseLong(length) > limit;
        } catch (NumberFormatException e) {
            return Reply.text(400, "the header Content-Length is no number");
        }
        return tooLong ? Reply.text(413, "the message is longer than " + limit + " bytes") : null;
    }

    private static boolean acceptsEvents(HttpHeaders headers) {
        for (String accept : headers.getAll(HttpHeaderNames.ACCEPT)) {
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
    void post(HttpRequest request, String principal, byte[] message, EventLoop loop, Consumer<Reply> reply) {
        HttpHeaders headers = request.headers();
        posts.take(
                new Posts.Sender(principal, headers.get(HeaderNames.CONNECTION_ID), headers.get(SESSION_ID), loop),
                message,
                reply);
    }

    /** Ends a connection. */
    Reply delete(HttpRequest request, String principal) {
        HttpConnection found = find(request, principal);
        if (found == null) {
            return Reply.NO_CONNECTION;
        }
        found.deleted();
        return Reply.ACCEPTED;
    }

    private @Nullable HttpConnection find(HttpRequest request, String principal) {
        return connections.find(request.headers().get(HeaderNames.CONNECTION_ID, ""), principal);
    }

    /**
     * A stream that is asked for, or why there is none.
     *
     * @param lastSeen the number of the last event that the client has received; negative when it does not say
     */
    record Found(
            @Nullable HttpConnection connection,
            @Nullable EventStream stream,
            long lastSeen,
            @Nullable Reply refusal) {

        static Found none(Reply refusal) {
            return new Found(null, null, -1, refusal);
        }
    }

    /** Finds the stream that a request asks for. */
    Found stream(HttpRequest request, String principal) {
        HttpConnection connection = find(request, principal);
        if (connection == null) {
            return Found.none(Reply.NO_CONNECTION);
        }
        String session = request.headers().get(SESSION_ID);
        if (session != null && (session.isEmpty() || session.length() > Posts.MAX_SESSION_ID)) {
            return Found.none(
                    Reply.text(400, "the header Acp-Session-Id has 1 to " + Posts.MAX_SESSION_ID + " characters"));
        }
        EventStream stream = session == null
                ? connection.streams().connection()
                : connection.streams().session(session);
        return stream == null
                ? Found.none(Reply.text(429, "the connection has too many session streams; close some"))
                : new Found(connection, stream, lastSeen(request.headers().get(LAST_EVENT_ID)), null);
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
