package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.AgentMessageChunk;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that lost its network returns before the server closes the old connection, and loads everything that it has seen. */
class ReturningClientTest {

    private static final Path PROJECT = Path.of("/project");

    private final CountDownLatch end = new CountDownLatch(1);

    private AcpAgent agent(SessionRepository repository) {
        return AcpAgent.builder()
                .info("agent", "1.0.0")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .onPrompt(turn -> {
                    for (int i = 0; i < 10; i++) {
                        turn.say("#" + i + " ");
                    }
                    try (var unused = turn.cancellation().onCancel(end::countDown)) {
                        assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                })
                .build();
    }

    private static AcpClient connect(URI uri, int version, List<String> said) {
        return AcpClient.builder(HttpTransport.builder(uri)
                        .closeTimeout(Duration.ofMillis(200))
                        .connect())
                .protocolVersions(new ProtocolVersion(version))
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.add(chunk.text());
                    }
                })
                .connect();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theRunningMessageIsThereAgain(int version) throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        List<String> again = new CopyOnWriteArrayList<>();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                HttpServer server = HttpServer.builder(agent(repository)::serve).start();
                Relay relay = new Relay(server.port());
                AcpClient first = connect(URI.create("http://localhost:" + relay.port()), version, seen)) {
            ClientSession session = first.newSession(PROJECT);
            SessionId id = session.id();
            session.startTurn("Go");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> String.join("", seen).contains("#9"));
            relay.stall();

            try (AcpClient second = connect(server.uri(), version, again)) {
                second.loadSession(id, PROJECT);
                assertThat(String.join("", again)).isEqualTo(String.join("", seen));
            }
        }
    }
}
