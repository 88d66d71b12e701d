package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Timers;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bridge without threads, between two peers that a test plays; its timers run when the test says so. */
final class Harness {

    static final ObjectMapper JSON = Json.mapper(256);

    private final Map<Side, ArrayDeque<JsonNode>> sent = new EnumMap<>(Side.class);
    private final List<Runnable> timers = new ArrayList<>();
    private final Map<Side, Consumer<JsonNode>> peers = new EnumMap<>(Side.class);
    final Bridge bridge;
    private Duration now = Duration.ZERO;
    private int ids;

    Harness() {
        this(BridgeSettings.defaults());
    }

    Harness(BridgeSettings settings) {
        for (Side side : Side.values()) {
            sent.put(side, new ArrayDeque<>());
        }
        bridge = new Bridge(settings, this::deliver, new HarnessTimers(), () -> "minted-" + ++ids);
    }

    private final class HarnessTimers implements Timers {

        @Override
        public void after(Duration delay, Runnable action) {
            timers.add(action);
        }

        @Override
        public long nanoTime() {
            return now.toNanos();
        }
    }

    private int deliver(Side to, ObjectNode message) {
        // As bytes: what is changed afterwards must not be seen.
        JsonNode copy = parse(message.toString());
        Consumer<JsonNode> peer = peers.get(to);
        if (peer == null) {
            sent.get(to).add(copy);
        } else {
            peer.accept(copy);
        }
        return message.toString().length();
    }

    /** Has messages to one side taken by somebody else. */
    void connect(Side side, Consumer<JsonNode> peer) {
        peers.put(side, peer);
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(String text) {
        return parse(text.replace('\'', '"'));
    }

    /** Has one side send input that cannot be read. */
    void damaged(Side from, String text) {
        byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        bridge.refuseUnread(from, FrameError.unreadable("cut", 0, bytes, 0, bytes.length));
    }

    void client(String text) {
        bridge.receive(Side.CLIENT, json(text));
    }

    void agent(String text) {
        bridge.receive(Side.AGENT, json(text));
    }

    void client(int id, String method, String params) {
        client("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}");
    }

    void agent(int id, String method, String params) {
        agent("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}");
    }

    void clientNotifies(String method, String params) {
        client("{'jsonrpc':'2.0','method':'" + method + "','params':" + params + "}");
    }

    /** Has the agent send an update of session s. */
    void update(String update) {
        agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':" + update + "}}");
    }

    /** Has the agent respond to a request that it was sent. */
    void agentAnswers(JsonNode request, String result) {
        agent("{'jsonrpc':'2.0','id':" + request.path("id") + ",'result':" + result + "}");
    }

    void agentFails(JsonNode request, String error) {
        agent("{'jsonrpc':'2.0','id':" + request.path("id") + ",'error':" + error + "}");
    }

    void clientAnswers(JsonNode request, String result) {
        client("{'jsonrpc':'2.0','id':" + request.path("id") + ",'result':" + result + "}");
    }

    JsonNode toClient() {
        JsonNode next = sent.get(Side.CLIENT).poll();
        assertThat(next).as("a message to the client").isNotNull();
        return next;
    }

    /** Returns the next message to the client; null when there is none. */
    @Nullable
    JsonNode nextToClient() {
        return sent.get(Side.CLIENT).poll();
    }

    JsonNode toAgent() {
        JsonNode next = sent.get(Side.AGENT).poll();
        assertThat(next).as("a message to the agent").isNotNull();
        return next;
    }

    JsonNode toAgent(String method) {
        JsonNode next = toAgent();
        assertThat(next.path("method").asText()).isEqualTo(method);
        return next;
    }

    /** Returns the next update that the client was sent. */
    JsonNode shown() {
        JsonNode next = toClient();
        assertThat(next.path("method").asText()).as(next.toString()).isEqualTo("session/update");
        return next.path("params").path("update");
    }

    /** Returns the kinds of all that the client was sent, states with their name, responses as their id. */
    List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (JsonNode message; (message = sent.get(Side.CLIENT).poll()) != null; ) {
            JsonNode update = message.path("params").path("update");
            String kind = update.path("sessionUpdate").asText();
            if (update.isObject()) {
                kinds.add(kind.equals("state_update") ? update.path("state").asText() : kind);
            } else {
                kinds.add(
                        message.has("method")
                                ? message.path("method").asText()
                                : (message.has("error") ? "error " : "result ") + message.path("id"));
            }
        }
        return kinds;
    }

    void nothingToClient() {
        assertThat(sent.get(Side.CLIENT)).isEmpty();
    }

    void nothingToAgent() {
        assertThat(sent.get(Side.AGENT)).isEmpty();
    }

    int waitingForClient() {
        return sent.get(Side.CLIENT).size();
    }

    void forgetSent() {
        sent.values().forEach(ArrayDeque::clear);
    }

    /** Lets an hour pass: runs all timers that were set. */
    void later() {
        now = now.plusHours(1);
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(Runnable::run);
    }

    static List<String> losses(JsonNode holder) {
        List<String> lost = new ArrayList<>();
        holder.path("_meta").path("acp4j/bridge").path("lost").forEach(loss -> lost.add(loss.asText()));
        return lost;
    }

    static void assertEqual(JsonNode actual, String expected) {
        assertThat(actual).isEqualTo(json(expected));
    }

    /** Opens a connection of a client of the newer version to an agent of the older one, with a session s. */
    static Harness olderAgent(String agentCapabilities) {
        Harness it = new Harness();
        it.openOlder(agentCapabilities, "{'sessionId':'s'}");
        return it;
    }

    void openOlder(String agentCapabilities, String newSession) {
        client(1, "initialize", "{'protocolVersion':2,'info':{'name':'c','version':'1'}}");
        agentAnswers(toAgent(), "{'protocolVersion':1,'agentCapabilities':" + agentCapabilities + "}");
        toClient();
        client(2, "session/new", "{'cwd':'/w'}");
        agentAnswers(toAgent(), newSession);
        toClient();
    }

    /** Opens a connection of a client of the older version to an agent of the newer one, with a session s. */
    static Harness newerAgent(String clientCapabilities) {
        return newerAgent(BridgeSettings.defaults(), clientCapabilities, "{'sessionId':'s'}");
    }

    static Harness newerAgent(BridgeSettings settings, String clientCapabilities, String newSession) {
        return newerAgent(settings, clientCapabilities, newSession, "{'mcp':{'stdio':{}}}");
    }

    /** An agent whose capabilities of sessions are told. */
    static Harness newerAgentWith(String sessionCapabilities) {
        return newerAgent(BridgeSettings.defaults(), "{}", "{'sessionId':'s'}", sessionCapabilities);
    }

    private static Harness newerAgent(
            BridgeSettings settings, String clientCapabilities, String newSession, String sessionCapabilities) {
        Harness it = new Harness(settings);
        it.client(1, "initialize", "{'protocolVersion':1,'clientCapabilities':" + clientCapabilities + "}");
        it.agentFails(it.toAgent(), "{'code':-32022,'message':'no','data':{'requested':1,'supported':[2]}}");
        it.agentAnswers(
                it.toAgent(),
                "{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{'session':"
                        + sessionCapabilities + "}}");
        it.toClient();
        it.client(2, "session/new", "{'cwd':'/w','mcpServers':[]}");
        it.agentAnswers(it.toAgent(), newSession);
        it.toClient();
        return it;
    }
}
