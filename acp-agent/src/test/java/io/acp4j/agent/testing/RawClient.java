package io.acp4j.agent.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client that knows nothing but JSON: it sends what it is told, and shows every frame that the agent sends, in order.
 *
 * <p>For one thread. Waits are limited to 60 seconds.
 */
public final class RawClient implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final InMemoryTransport transport;
    private final InMemoryTransport agentEnd;
    private final AgentConnection agent;
    private final BlockingQueue<JsonNode> arrived = new LinkedBlockingQueue<>();
    private volatile CountDownLatch reading = new CountDownLatch(0);
    private int lastId;

    private RawClient(AcpAgent agent, String principal) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        this.transport = pair.client();
        this.agentEnd = pair.agent();
        this.agent = agent.serve(new PrincipalTransport(pair.agent(), principal));
        transport.start(new Listener());
    }

    /** Connects to an agent, without initializing. */
    public static RawClient connect(AcpAgent agent) {
        return new RawClient(agent, Transport.ANONYMOUS);
    }

    /** Connects to an agent as somebody, and initializes with capabilities. */
    public static RawClient initializedAs(AcpAgent agent, String principal, String clientCapabilities) {
        RawClient client = new RawClient(agent, principal);
        client.initialize(clientCapabilities);
        return client;
    }

    /** Connects to an agent as somebody, and initializes in version 2 without capabilities. */
    public static RawClient ofVersion2(AcpAgent agent, String principal) {
        RawClient client = new RawClient(agent, principal);
        JsonNode result = client.result(client.request(
                "initialize",
                "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':{}}".replace('\'', '"')));
        if (result.get("protocolVersion").asInt() != 2) {
            throw new AssertionError("not version 2: " + result);
        }
        return client;
    }

    /** Connects to an agent and initializes without capabilities. */
    public static RawClient initialized(AcpAgent agent) {
        return initialized(agent, "{}");
    }

    /** Connects to an agent and initializes with capabilities. */
    public static RawClient initialized(AcpAgent agent, String clientCapabilities) {
        RawClient client = connect(agent);
        client.initialize(clientCapabilities);
        return client;
    }

    /** The agent's end of the connection. */
    public AgentConnection agent() {
        return agent;
    }

    /** Initializes and gives the result. */
    public JsonNode initialize(String clientCapabilities) {
        return result(
                request("initialize", "{\"protocolVersion\":1,\"clientCapabilities\":" + clientCapabilities + "}"));
    }

    /** Makes a session and gives its id. */
    public String newSession() {
        return result(request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}"))
                .get("sessionId")
                .asText();
    }

    /** Sends a prompt of one text and gives the request's id. */
    public int prompt(String session, String text) {
        return request(
                "session/prompt",
                "{\"sessionId\":\"" + session + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
    }

    /** Sends {@code session/cancel}. */
    public void cancel(String session) {
        notify("session/cancel", "{\"sessionId\":\"" + session + "\"}");
    }

    /** Sends a request and gives its id. */
    public int request(String method, String params) {
        int id = ++lastId;
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        return id;
    }

    /** Sends a request and gives its whole response, whatever comes before it. */
    public JsonNode response(String method, String params) {
        int id = request(method, params);
        JsonNode frame = next();
        while (!isAnswer(frame, id)) {
            frame = next();
        }
        return frame;
    }

    /** Makes a session whose first turn is over, in version 2. */
    public String sessionWithATurn() {
        String session = response("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}")
                .at("/result/sessionId")
                .asText();
        int prompt = prompt(session, "one");
        boolean idle = false;
        boolean inserted = false;
        while (!idle || !inserted) {
            JsonNode frame = next();
            inserted |= isAnswer(frame, prompt);
            idle |= frame.at("/params/update/state").asText().equals("idle");
        }
        return session;
    }

    /** Sends a notification. */
    public void notify(String method, String params) {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** Answers a request of the agent. */
    public void respond(JsonNode request, String result) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    /** Answers a request of the agent with an error. */
    public void respondError(JsonNode request, int code, String message) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":" + code + ",\"message\":\""
                + message + "\"}}");
    }

    /** Sends one frame as it is. */
    public void send(String frame) {
        byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
        try {
            transport.send(new OutboundFrame() {
                @Override
                public Envelope envelope() {
                    return new Envelope(Envelope.Kind.NOTIFICATION, null, null, null);
                }

                @Override
                public void writeTo(FrameBuffer buffer) {
                    buffer.append(bytes, 0, bytes.length);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while sending", e);
        }
    }

    /** Takes the next frame of the agent. */
    public JsonNode next() {
        try {
            JsonNode frame = arrived.poll(60, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("the agent sent nothing for 60 seconds");
            }
            return frame;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    /** Takes the next frame, which must be a request or notification of a method. */
    public JsonNode next(String method) {
        JsonNode frame = next();
        if (!method.equals(frame.path("method").asText())) {
            throw new AssertionError("expected " + method + ", got " + frame);
        }
        return frame;
    }

    /** Takes the next frame, which must be an update, and gives the update. */
    public JsonNode update() {
        return next("session/update").get("params").get("update");
    }

    /** Takes frames up to the answer to a request and gives those before it, updates as bare updates. */
    public List<JsonNode> updatesBefore(int id) {
        List<JsonNode> updates = new ArrayList<>();
        while (true) {
            JsonNode frame = next();
            if (isAnswer(frame, id)) {
                return updates;
            }
            updates.add(frame.at("/params/update").isMissingNode() ? frame : frame.at("/params/update"));
        }
    }

    /** Takes the next frame, which must be the answer to a request, and gives its result. */
    public JsonNode result(int id) {
        JsonNode answer = answer(id);
        if (!answer.has("result")) {
            throw new AssertionError("expected a result, got " + answer);
        }
        return answer.get("result");
    }

    /** Takes the next frame, which must be the answer to a request, and gives its error. */
    public JsonNode error(int id) {
        JsonNode answer = answer(id);
        if (!answer.has("error")) {
            throw new AssertionError("expected an error, got " + answer);
        }
        return answer.get("error");
    }

    private JsonNode answer(int id) {
        JsonNode frame = next();
        if (!isAnswer(frame, id)) {
            throw new AssertionError("expected the answer to request " + id + ", got " + frame);
        }
        return frame;
    }

    private static boolean isAnswer(JsonNode frame, int id) {
        return !frame.has("method") && frame.path("id").asInt(-1) == id;
    }

    /** Checks that the agent has sent nothing that was not taken: the next thing it says is the answer to a question. */
    public void expectSilence() {
        JsonNode error = error(request("_silence", "{}"));
        if (error.get("code").asInt() != -32601) {
            throw new AssertionError("expected -32601, got " + error);
        }
    }

    /** Stops reading, so that the agent's messages are queued on its side. */
    public void stopReading() {
        reading = new CountDownLatch(1);
    }

    /** Returns whether the agent waits for space in its full queue. */
    public boolean isAgentWaiting() {
        return agentEnd.queuedBytes() > InMemoryTransport.DEFAULT_MAX_QUEUED_BYTES - 128 * 1024;
    }

    /** Reads again. */
    public void readAgain() {
        reading.countDown();
    }

    /** Stops sending, as a client does that ends or closes its end of a pipe; the agent's end is left to itself. */
    public void hangUp() {
        transport.close();
    }

    /** Parses JSON, for comparisons. */
    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    @Override
    public void close() {
        transport.close();
        agent.close();
    }

    /** Closes both ends and waits until the agent is done. */
    void closeAndWait() {
        close();
        try {
            agent.awaitClosed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while closing", e);
        }
    }

    private final class Listener implements TransportListener {
        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            try {
                reading.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            try {
                arrived.add(JSON.readTree(buffer, offset, length));
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
            transport.close();
        }
    }
}
