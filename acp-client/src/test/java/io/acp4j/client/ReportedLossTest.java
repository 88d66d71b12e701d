package io.acp4j.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Losses that a transport reports on a connection that continues. */
class ReportedLossTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RawAgent agent = new RawAgent();
    private final AcpClient client = connect();
    private final ClientSession first = SessionOpeningTest.open(client, agent, "s1");
    private final ClientSession second = SessionOpeningTest.open(client, agent, "s2");

    private AcpClient connect() {
        CompletableFuture<AcpClient> connecting = AcpClient.builder(losing(agent.transport()))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connectAsync();
        agent.result(agent.expect("initialize"), "{'protocolVersion':1,'agentCapabilities':{}}");
        return RawAgent.get(connecting);
    }

    /** Returns a transport that reports a loss where the agent has sent {@code {"loss":"s1"}}. */
    private static Transport losing(Transport transport) {
        return proxy(Transport.class, transport, (method, arguments) -> {
            if (method.equals("start")) {
                arguments[0] = listening((TransportListener) arguments[0]);
            }
            return false;
        });
    }

    private static TransportListener listening(TransportListener listener) {
        return proxy(TransportListener.class, listener, (method, arguments) -> {
            if (!method.equals("onFrame")) {
                return false;
            }
            String frame = new String((byte[]) arguments[0], (int) arguments[1], (int) arguments[2], UTF_8);
            if (!frame.startsWith("{\"loss\"")) {
                return false;
            }
            String session = RawAgent.json(frame).get("loss").asText();
            listener.onLoss(new MessageLoss(session.isEmpty() ? null : new SessionId(session), "the stream was cut"));
            return true;
        });
    }

    private static <T> T proxy(Class<T> type, T target, BiPredicate<String, Object[]> isHandled) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    try {
                        return isHandled.test(method.getName(), arguments) ? null : method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static List<String> entries(ClientSession session) {
        return session.transcript().snapshot().entries().stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.text()
                        : entry instanceof TranscriptEntry.Gap gap ? "GAP " + gap.reason() : "other")
                .toList();
    }

    @Test
    void lossInASessionIsMarkedThereOnlyAndAfterTheTextThatCameBefore() {
        agent.say("s1", "#13 ");
        agent.say("s2", "other");
        agent.send("{'loss':'s1'}");
        agent.say("s1", "#15");
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(entries(first)).containsExactly("#13 #15", "GAP MESSAGES_LOST");
            assertThat(entries(second)).containsExactly("other");
        });
    }

    @Test
    void lossWithoutASessionIsMarkedInAllSessions() {
        agent.send("{'loss':''}");
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(entries(first)).containsExactly("GAP MESSAGES_LOST");
            assertThat(entries(second)).containsExactly("GAP MESSAGES_LOST");
        });
    }
}
