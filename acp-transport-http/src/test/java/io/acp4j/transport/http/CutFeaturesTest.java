package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cut event streams together with other features: keep-alive, several connections, WebSockets on the same port, and takeovers. */
@Tag("full")
class CutFeaturesTest {

    private static final int CHUNKS = 30;

    private static final int MAX_CUTS = 12;

    private static final String WHOLE =
            IntStream.range(0, CHUNKS).mapToObj(i -> "#" + i + " ").collect(Collectors.joining());

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(turn -> {
                    for (int i = 0; i < CHUNKS; i++) {
                        turn.say("#" + i + " ");
                    }
                })
                .build();
    }

    static Stream<Arguments> servers() {
        return Stream.of(Served.Host.values())
                .flatMap(host -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                        .flatMap(version -> Stream.of(1L, 2L).map(seed -> Arguments.of(host, version, seed))));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void sessionThatChangesHandsBetweenConnectionsLosesNothing(Served.Host host, ProtocolVersion version, long seed)
            throws Exception {
        HttpLimits busy = HttpLimits.builder()
                .keepAlive(Duration.ofMillis(20), Duration.ofMinutes(1))
                .build();
        try (Served server = host.serve(agent()::serve, Served.Setup.DEFAULT.with(busy));
                CuttingRelay relay = new CuttingRelay(server.port(), seed, MAX_CUTS)) {
            URI uri =
                    URI.create("http://localhost:" + relay.port() + server.uri().getPath());
            try (AcpClient first = connect(HttpTransport.builder(uri).connect(), version);
                    AcpClient second = connect(HttpTransport.builder(uri).connect(), version);
                    AcpClient overWebSocket =
                            connect(WsTransport.builder(server.webSocketUri()).connect(), version)) {
                ClientSession session = first.newSession(Path.of("/"));
                ClientSession other = second.newSession(Path.of("/"));
                var turn = session.startTurn("one");
                assertThat(other.prompt("beside").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(answers(session)).containsExactly(WHOLE);
                assertThat(answers(other)).containsExactly(WHOLE);

                ClientSession taken = second.loadSession(session.id(), Path.of("/"));
                assertThat(answers(taken)).containsExactly(WHOLE);
                assertThat(taken.prompt("two").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(answers(taken)).containsExactly(WHOLE, WHOLE);

                ClientSession elsewhere = overWebSocket.loadSession(session.id(), Path.of("/"));
                assertThat(elsewhere.prompt("three").stopReason()).isEqualTo(StopReason.END_TURN);

                ClientSession back = first.loadSession(session.id(), Path.of("/"));
                assertThat(answers(back)).containsExactly(WHOLE, WHOLE, WHOLE);
                assertThat(back.prompt("four").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(answers(back)).containsExactly(WHOLE, WHOLE, WHOLE, WHOLE);
            }
            assertThat(relay.cuts()).isPositive();
        }
    }

    private static List<String> answers(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(message -> message.text())
                .filter(text -> text.startsWith("#"))
                .toList();
    }

    private static AcpClient connect(Transport transport, ProtocolVersion version) {
        return AcpClient.builder(transport)
                .protocolVersions(version)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }
}
