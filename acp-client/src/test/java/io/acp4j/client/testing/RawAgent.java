package io.acp4j.client.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent that a test plays by hand, in JSON: it sees every frame of the client and sends any frame, right or wrong.
 *
 * <p>In the texts that it sends single quotes stand for double ones.
 */
public final class RawAgent implements AutoCloseable {

    private static final long WAIT_SECONDS = 60;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final InMemoryTransport.Pair pair;
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<CloseReason> ended = new CompletableFuture<>();

    public RawAgent() {
        this(InMemoryTransport.pair());
    }

    private RawAgent(InMemoryTransport.Pair pair) {
        this.pair = pair;
        pair.agent().start(new Listener());
    }

    /** Returns an agent that its client takes for one on another machine. */
    public static RawAgent remote() {
        Transport network = (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) -> false);
        return new RawAgent(InMemoryTransport.pairInFrontOf(network));
    }

    /** The end that belongs to the client. */
    public Transport transport() {
        return pair.client();
    }

    /** Connects a client with default handlers to this agent, which advertises nothing. */
    public AcpClient connect() {
        return connect("{}", builder -> {});
    }

    /** Connects a client to this agent, which advertises capabilities. */
    public AcpClient connect(String agentCapabilities, Consumer<AcpClientBuilder> settings) {
        return connectTo("{'protocolVersion':1,'agentCapabilities':" + agentCapabilities + "}", settings);
    }

    /** Connects a client to this agent, which gives a whole response to {@code initialize}. */
    public AcpClient connectTo(String response, Consumer<AcpClientBuilder> settings) {
        AcpClientBuilder builder = AcpClient.builder(transport());
        settings.accept(builder);
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        result(expect("initialize"), response);
        return get(connecting);
    }

    /** Waits for the next frame of the client. */
    public JsonNode next() {
        try {
            JsonNode frame = received.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("the client has sent nothing within " + WAIT_SECONDS + " s");
            }
            return frame;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits for the next frame of the client, which must be a call of a method. */
    public JsonNode expect(String method) {
        JsonNode frame = next();
        assertThat(frame.path("method").asText("an answer")).isEqualTo(method);
        return frame;
    }

    /** Returns how many frames of the client wait to be looked at. */
    public int waiting() {
        return received.size();
    }

    /** Checks that the client has sent nothing else: a probe of its own is the next thing to arrive. */
    public void expectNothingBefore(Runnable probe, String method) {
        probe.run();
        expect(method);
    }

    /** Sends a frame. */
    public void send(String json) {
        sendVerbatim(json.replace('\'', '"'));
    }

    /** Sends a frame as it is. */
    public void sendVerbatim(String json) {
        try {
            pair.agent().send(frame(json.getBytes(UTF_8)));
        } catch (TransportClosedException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Answers a request of the client. */
    public void result(JsonNode request, String result) {
        send("{'jsonrpc':'2.0','id':" + request.get("id") + ",'result':" + result + "}");
    }

    /** Answers a request of the client with an error. */
    public void error(JsonNode request, int code, String message) {
        send("{'jsonrpc':'2.0','id':" + request.get("id") + ",'error':{'code':" + code + ",'message':'" + message
                + "'}}");
    }

    /** Sends a request; its id may be any JSON. */
    public void request(String id, String method, String params) {
        send("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}");
    }

    /** Sends a notification. */
    public void notification(String method, String params) {
        send("{'jsonrpc':'2.0','method':'" + method + "','params':" + params + "}");
    }

    /** Sends an update about a session. */
    public void update(String session, String update) {
        notification("session/update", "{'sessionId':'" + session + "','update':" + update + "}");
    }

    /** Sends a chunk of the agent's message. */
    public void say(String session, String text) {
        update(session, "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'" + text + "'}}");
    }

    /** Goes away as a program that exits. */
    @Override
    public void close() {
        pair.agent().close();
    }

    /** Breaks the connection. */
    public void fail(Throwable cause) {
        pair.agent().fail(cause);
    }

    /** Completes when the client has closed the connection. */
    public CompletableFuture<CloseReason> ended() {
        return ended;
    }

    /** Waits for a future; its failure is thrown as it is. */
    public static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no end within " + WAIT_SECONDS + " s", e);
        }
    }

    /** Parses JSON in which single quotes stand for double ones. */
    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OutboundFrame frame(byte[] bytes) {
        return new OutboundFrame() {
            @Override
            public Envelope envelope() {
                return new Envelope(Envelope.Kind.NOTIFICATION, null, "raw", null);
            }

            @Override
            public void writeTo(FrameBuffer buffer) {
                buffer.append(bytes, 0, bytes.length);
            }
        };
    }

    private final class Listener implements TransportListener {
        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            try {
                received.add(MAPPER.readTree(buffer, offset, length));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return null;
        }

        @Override
        public void onFault(FrameError fault) {
            throw new AssertionError(fault.problem());
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            ended.complete(reason);
            pair.agent().close();
        }
    }
}
