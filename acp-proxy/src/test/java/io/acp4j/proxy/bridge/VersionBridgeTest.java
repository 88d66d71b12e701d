package io.acp4j.proxy.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.ProxyCloseReason;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bridge between real transports: threads, timers and ends of connections. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VersionBridgeTest {

    private static final String NEWER =
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':2,'info':{'name':'c','version':'1'}}}";
    private static final String NEW = "{'jsonrpc':'2.0','id':2,'method':'session/new','params':{'cwd':'/w'}}";
    private static final String PROMPT =
            "{'jsonrpc':'2.0','id':3,'method':'session/prompt','params':{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}}";

    private final RawPeer client = new RawPeer();
    private final RawPeer agent = new RawPeer();
    private final ProxyConnection bridge =
            VersionBridge.builder().agentName("old").build().connect(client.transport(), agent.transport());

    @AfterEach
    void close() {
        bridge.close();
    }

    private void agentAnswers(String result) throws InterruptedException {
        agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().path("id") + ",'result':" + result + "}");
    }

    private void prompt() throws InterruptedException {
        client.send(NEWER);
        agentAnswers("{'protocolVersion':1}");
        assertThat(client.nextJson().at("/result/info/name").asText()).isEqualTo("old");
        client.send(NEW);
        agentAnswers("{'sessionId':'s'}");
        client.nextJson();
        client.send(PROMPT);
        assertThat(agent.nextJson().path("method").asText()).isEqualTo("session/prompt");
    }

    private ProxyCloseReason ended() throws Exception {
        return bridge.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aSilentAgentHasTakenThePromptAfterAWhile() throws Exception {
        prompt();

        assertThat(client.nextJson().at("/params/update/sessionUpdate").asText())
                .isEqualTo("user_message");
        String id = client.nextJson().at("/result/messageId").asText();
        assertThat(id).startsWith("b-");
        assertThat(client.nextJson().at("/params/update/state").asText()).isEqualTo("running");
    }

    @Test
    void anAgentThatDiesInMidTurnIsToldBeforeTheClientIsClosed() throws Exception {
        prompt();
        agent.send(
                "{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'a'}}}}");
        agent.die(CloseReason.peer("exited"));

        JsonNode last = null;
        for (int i = 0; i < 5; i++) {
            last = client.nextJson();
        }
        assertThat(last.at("/params/update/stopReason").asText()).isEqualTo("error");
        assertThat(last.at("/params/update/error/data/reason").asText()).isEqualTo("component_gone");
        assertThat(ended().component()).isEqualTo("agent");
        assertThat(client.isClosed()).isTrue();
    }

    @Test
    void anAgentThatDiesBeforeItTookThePromptFailsIt() throws Exception {
        RawPeer other = new RawPeer();
        RawPeer mute = new RawPeer();
        BridgeLimits patient =
                BridgeLimits.builder().insertionDelay(Duration.ofHours(1)).build();
        try (ProxyConnection waiting =
                VersionBridge.builder().limits(patient).build().connect(other.transport(), mute.transport())) {
            other.send(NEWER);
            mute.send("{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':1}}");
            other.nextJson();
            other.send(PROMPT);
            mute.die(CloseReason.peer("exited"));
            assertThat(other.nextJson().at("/error/data/reason").asText()).isEqualTo("component_gone");
            assertThat(waiting.awaitClosed().component()).isEqualTo("agent");
        }
    }

    @Test
    void aClientThatLeavesInMidTurnClosesTheAgent() throws Exception {
        prompt();
        client.die(CloseReason.peer("gone"));

        assertThat(ended().component()).isEqualTo("client");
        assertThat(agent.isClosed()).isTrue();
    }

    @Test
    void whatIsUnreadableIsAnsweredAndHarmsNothing() throws Exception {
        client.send("{'jsonrpc':");
        assertThat(client.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
        client.send("[" + NEWER + "]");
        assertThat(client.nextJson().at("/error/code").asInt()).isEqualTo(-32600);
        client.send("[".repeat(300));
        assertThat(client.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
        client.sendFault(new FrameError("a line is too long", 17));
        assertThat(client.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
        prompt();
    }

    @Test
    void closingEndsBothSides() throws Exception {
        prompt();
        bridge.close();
        assertThat(ended().component()).isEqualTo("proxy");
        assertThat(client.isClosed()).isTrue();
        assertThat(agent.isClosed()).isTrue();
    }

    @Test
    void aClientThatDoesNotReadSlowsTheAgentDownAndIsGivenUp() throws Exception {
        RawPeer deaf = new RawPeer();
        RawPeer loud = new RawPeer();
        BridgeLimits small = BridgeLimits.builder()
                .maxQueued(2)
                .stallTimeout(Duration.ofMillis(50))
                .build();
        try (ProxyConnection stalled =
                VersionBridge.builder().limits(small).build().connect(deaf.transport(), loud.transport())) {
            deaf.send(NEWER);
            loud.send("{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':1}}");
            deaf.nextJson();
            deaf.stopReading(1);
            // Each is delivered on this thread, which waits for room until the client is given up.
            for (int i = 0; i < 20; i++) {
                loud.send(
                        "{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':{'sessionUpdate':'usage_update','used':1,'size':2}}}");
            }
            assertThat(stalled.awaitClosed().description()).contains("client", "nothing was taken");
        }
        assertThat(loud.isClosed()).isTrue();
    }

    @Test
    void aClientOfThisProcessConnectsToWhatStandsInFrontOfTheAgent() throws Exception {
        RawPeer old = new RawPeer();
        try (var transport = VersionBridge.create().inFrontOf(old.transport())) {
            var frames = new LinkedBlockingQueue<String>();
            transport.start(new TransportListener() {
                @Override
                public Envelope onFrame(byte[] buffer, int offset, int length) {
                    frames.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
                    return null;
                }

                @Override
                public void onFault(FrameError fault) {
                    frames.add(fault.problem());
                }

                @Override
                public void onEnd(CloseReason reason, boolean canSend) {
                    frames.add("end");
                }
            });
            old.end(CloseReason.peer("no agent"), false);
            assertThat(frames.poll(60, TimeUnit.SECONDS)).isEqualTo("end");
        }
        // The client may learn of the end before the agent's side has been closed.
        old.transport().closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
