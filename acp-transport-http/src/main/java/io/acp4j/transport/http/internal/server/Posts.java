package io.acp4j.transport.http.internal.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.internal.MessageHead;
import io.acp4j.transport.http.internal.Ping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the messages that clients post. Its methods may be called on any thread; replies come on any thread. */
final class Posts {

    /** How long the ids of sessions may be, in characters. */
    static final int MAX_SESSION_ID = 1024;

    /** Methods that are about a session, whatever their parameters are. */
    private static final Set<String> OF_SESSIONS = Set.of(
            "session/cancel",
            "session/close",
            "session/delete",
            "session/fork",
            "session/load",
            "session/prompt",
            "session/resume",
            "session/set_config_option",
            "session/set_mode",
            "session/set_model");

    private static final Reply BATCH = Reply.json(
            400,
            ("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                            + "\"message\":\"Invalid Request: send one message at a time, batches are not taken\"}}")
                    .getBytes(UTF_8));

    private final Connections connections;

    Posts(Connections connections) {
        this.connections = connections;
    }

    /**
     * Who has sent a message, and for what.
     *
     * @param principal the sender
     * @param connection what {@code Acp-Connection-Id} says; null when it is not there
     * @param session what {@code Acp-Session-Id} says; null when it is not there
     * @param timer runs what belongs to a new connection
     */
    record Sender(
            String principal,
            @Nullable String connection,
            @Nullable String session,
            Timer timer) {}

    /** Takes a message, or refuses it. */
    void take(Sender sender, byte[] body, Consumer<Reply> reply) {
        if (connections.takesAnyMessage() && sender.connection() != null && !isPong(body)) {
            deliver(sender, sender.connection(), body, null, reply);
            return;
        }
        MessageHead.Outcome read = MessageHead.read(body, 0, body.length);
        if (read.fault() == MessageHead.Fault.BATCH) {
            reply.accept(BATCH);
        } else if (read.head() == null) {
            reply.accept(Reply.text(400, "the body is not one JSON object"));
        } else if (sender.connection() == null) {
            open(sender, read.head(), body, reply);
        } else {
            Reply refusal = refusal(sender, read.head());
            if (refusal == null) {
                deliver(sender, sender.connection(), body, read.head(), reply);
            } else {
                reply.accept(refusal);
            }
        }
    }

    private static boolean isPong(byte[] body) {
        MessageHead head = MessageHead.read(body, 0, body.length).head();
        return head != null && Ping.isResponse(head);
    }

    private void open(Sender sender, MessageHead head, byte[] body, Consumer<Reply> reply) {
        RequestId id = head.id();
        if (head.kind() != Envelope.Kind.REQUEST || !"initialize".equals(head.method())) {
            reply.accept(Reply.text(
                    400, "the header Acp-Connection-Id is missing; only the request initialize comes without it"));
            return;
        }
        if (id == null || id.equals(RequestId.Null.INSTANCE)) {
            reply.accept(Reply.text(400, "the request initialize needs an id, a string or a whole number"));
            return;
        }
        Opened opened = new Opened(id, reply);
        Reply refusal = connections.open(sender.principal(), id, body, sender.timer(), opened);
        if (refusal != null) {
            reply.accept(refusal);
        }
    }

    private static @Nullable Reply refusal(Sender sender, MessageHead head) {
        if ("initialize".equals(head.method())) {
            return Reply.text(400, "initialize opens a connection, and is sent without Acp-Connection-Id");
        }
        String named = sender.session();
        if (head.kind() == Envelope.Kind.RESPONSE) {
            // Its id says all; a client that leaves the session out must not leave the agent without a response.
            return null;
        }
        if (named == null) {
            return head.session() != null || OF_SESSIONS.contains(String.valueOf(head.method()))
                    ? Reply.text(400, "the header Acp-Session-Id is missing; the message is about a session")
                    : null;
        }
        if (named.isEmpty() || named.length() > MAX_SESSION_ID) {
            return Reply.text(400, "the header Acp-Session-Id has 1 to " + MAX_SESSION_ID + " characters");
        }
        return head.session() != null && !head.session().equals(named)
                ? Reply.text(400, "the header Acp-Session-Id names another session than the message")
                : null;
    }

    private void deliver(
            Sender sender, String connectionId, byte[] body, @Nullable MessageHead head, Consumer<Reply> reply) {
        HttpConnection connection = connections.find(connectionId, sender.principal());
        if (connection == null) {
            reply.accept(Reply.NO_CONNECTION);
            return;
        }
        if (head != null && Ping.isResponse(head)) {
            connection.respondsToPings();
            connection.active();
            reply.accept(Reply.ACCEPTED);
            return;
        }
        RequestId id = head != null && head.kind() == Envelope.Kind.REQUEST ? head.id() : null;
        String session = sender.session() == null ? "" : sender.session();
        if (!connection.hasStreamFor(session)) {
            reply.accept(Reply.text(429, "the connection has too many session streams; close some"));
            return;
        }
        String method = head == null ? null : head.method();
        if (id != null && !id.equals(RequestId.Null.INSTANCE) && !connection.remember(id, session, method)) {
            reply.accept(Reply.text(400, "a request with the same id has no response yet; give each its own"));
            return;
        }
        if (!connection.receive(body, () -> reply.accept(Reply.ACCEPTED))) {
            connection.forget(id);
            reply.accept(Reply.text(429, "too many requests of the connection wait; send one after the other"));
        }
    }

    /** Responds to {@code initialize}. */
    private record Opened(RequestId id, Consumer<Reply> reply) implements HttpConnection.Opening {

        @Override
        public void responded(String connection, byte[] response, boolean isError) {
            Reply json = Reply.json(200, response);
            reply.accept(isError ? json : json.with("acp-connection-id", connection));
        }

        @Override
        public void failed(CloseReason why) {
            boolean here = why.kind() == CloseReason.Kind.LOCAL;
            reply.accept(Reply.json(here ? 503 : 500, error(here ? Connections.SHUTTING_DOWN : "Internal error")));
        }

        private byte[] error(String message) {
            FrameBuffer buffer = new FrameBuffer();
            try {
                buffer.append(out -> {
                    out.writeStartObject();
                    out.writeStringField("jsonrpc", "2.0");
                    out.writeFieldName("id");
                    RequestId.CODEC.write(id, out);
                    out.writeObjectFieldStart("error");
                    out.writeNumberField("code", -32603);
                    out.writeStringField("message", message);
                    out.writeEndObject();
                    out.writeEndObject();
                });
            } catch (IOException e) {
                throw new UncheckedIOException("writing to memory cannot fail", e);
            }
            return Arrays.copyOf(buffer.array(), buffer.size());
        }
    }
}
