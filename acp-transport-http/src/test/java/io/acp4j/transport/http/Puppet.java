package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An agent, or a client, whose every message the test sends itself. */
class Puppet implements TransportListener {

    static final ObjectMapper JSON = new ObjectMapper();

    final Transport transport;
    final CompletableFuture<CloseReason> end = new CompletableFuture<>();
    /** The messages that were refused. */
    final List<FrameError> faults = new CopyOnWriteArrayList<>();

    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

    Puppet(Transport transport) {
        this.transport = transport;
    }

    /** Starts an agent for each connection that does not end without a message, which has responded to initialize. */
    static Consumer<Transport> agents(BlockingQueue<Puppet> agents) {
        return transport -> {
            Puppet agent = new Puppet(transport);
            transport.start(agent);
            try {
                CompletableFuture.anyOf(agent.first, agent.end).get(60, TimeUnit.SECONDS);
                if (!agent.first.isDone()) {
                    return;
                }
                JsonNode initialize = agent.next();
                agent.send("{\"jsonrpc\":\"2.0\",\"id\":" + initialize.get("id")
                        + ",\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{}}}");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            agents.add(agent);
        };
    }

    static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came within a minute");
        }
        return next;
    }

    JsonNode next() throws InterruptedException {
        return take(received);
    }

    @Nullable
    JsonNode poll() {
        return received.poll();
    }

    boolean hasReceived() {
        return !received.isEmpty();
    }

    void send(String json) throws Exception {
        transport.send(Frame.of(json));
    }

    /** Sends an update with a text. */
    void update(String session, String text) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + session
                + "\",\"text\":\"" + text + "\"}}");
    }

    void respond(JsonNode request, String result) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        try {
            received.add(JSON.readTree(buffer, offset, length));
            first.complete(null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return null;
    }

    /** Keeps a loss among the messages as an object with the member {@code lost}, the session. */
    @Override
    public void onLoss(MessageLoss loss) {
        received.add(JSON.createObjectNode()
                .put("lost", loss.session() == null ? "" : loss.session().value()));
    }

    @Override
    public void onFault(FrameError fault) {
        faults.add(fault);
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        end.complete(reason);
        transport.close();
    }

    /** A message as the engine would send it. */
    record Frame(Envelope envelope, String json) implements OutboundFrame {

        static Frame of(String json) throws IOException {
            JsonNode message = JSON.readTree(json);
            JsonNode id = message.get("id");
            String method = message.path("method").asText(null);
            String session = message.at("/params/sessionId").asText(null);
            Envelope.Kind kind = method == null
                    ? Envelope.Kind.RESPONSE
                    : id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
            RequestId of = id == null
                    ? null
                    : id.isNull()
                            ? RequestId.Null.INSTANCE
                            : id.isTextual() ? RequestId.of(id.asText()) : RequestId.of(id.asLong());
            return new Frame(new Envelope(kind, of, method, session == null ? null : new SessionId(session)), json);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            byte[] bytes = json.getBytes(UTF_8);
            buffer.append(bytes, 0, bytes.length);
        }
    }
}
