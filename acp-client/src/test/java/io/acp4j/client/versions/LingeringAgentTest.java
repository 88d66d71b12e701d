package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent whose output has ended while its transport still waits, as for descendants of a killed process. */
class LingeringAgentTest {

    private final RawAgent agent = new RawAgent();
    private final CompletableFuture<CloseReason> transportClosed = new CompletableFuture<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void turnEndsWithTheOutputOfTheAgent(int version) {
        AcpClientBuilder builder = AcpClient.builder(lingering()).protocolVersions(V2Fixture.V2, V2Fixture.V1);
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        agent.result(
                agent.expect("initialize"),
                version == 1 ? "{'protocolVersion':1,'agentCapabilities':{}}" : V2Fixture.response("{'session':{}}"));
        try (AcpClient client = get(connecting)) {
            ClientSession session = V2Fixture.open(client, agent, "s1");
            CompletableFuture<?> turn = session.promptAsync("hello");
            JsonNode prompt = agent.expect("session/prompt");
            if (version == 2) {
                V2Fixture.insert(agent, prompt, "u1");
                V2Fixture.running(agent, "s1");
            }

            agent.close();

            await().atMost(Duration.ofMinutes(1)).until(turn::isDone);
            assertThat(turn).isCompletedExceptionally();
            assertThat(turn.handle((end, failure) -> failure))
                    .isCompletedWithValueMatching(failure -> failure instanceof ConnectionClosedException);
            assertThat(transportClosed).isNotDone();
            transportClosed.complete(CloseReason.peer("ended"));
        }
    }

    private Transport lingering() {
        Transport transport = agent.transport();
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) ->
                        method.getName().equals("closed") ? transportClosed : method.invoke(transport, arguments));
    }
}
