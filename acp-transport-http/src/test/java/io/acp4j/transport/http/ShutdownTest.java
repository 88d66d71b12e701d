package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.Turn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.testing.Certificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server that shuts down while clients have requests and streams open: what it has taken it brings to an end, and whatever it does not
 * is told by an error. Over HTTP/2 all clients share a socket.
 */
@Timeout(300)
class ShutdownTest {

    private static final int CHUNKS = 20;
    private static final String FIRST = "0 ";

    private final Map<SessionId, List<String>> said = new ConcurrentHashMap<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    /** What is spoken. */
    enum Spoken {
        HTTP_1,
        HTTP_2
    }

    static Stream<Arguments> crossings() {
        return Stream.of(Spoken.values())
                .flatMap(spoken -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                        .map(version -> Arguments.of(spoken, version)));
    }

    private void answer(Turn turn) throws InterruptedException {
        for (int i = 0; i < CHUNKS; i++) {
            turn.say(i + " ");
            if (turn.text().equals("hang") && i == 0) {
                release.await();
            }
        }
    }

    private HttpServer serve(Spoken spoken) throws Exception {
        HttpServerBuilder builder = HttpServer.builder(AcpAgent.builder("closing", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(this::answer)
                .build()::serve);
        if (spoken == Spoken.HTTP_2) {
            Certificates certificates = Certificates.localhost();
            builder.tls(WsTls.pem(certificates.certificate(), certificates.key()));
        }
        return builder.webSocket(sockets -> sockets.shutdownGrace(Duration.ZERO))
                .start();
    }

    private static HttpTransportBuilder reach(HttpServer server, Spoken spoken) throws Exception {
        HttpTransportBuilder builder = HttpTransport.builder(server.uri()).closeTimeout(Duration.ofMillis(500));
        return spoken == Spoken.HTTP_2 ? builder.tls(Certificates.context(Certificates.localhost(), null)) : builder;
    }

    private AcpClient connect(HttpTransport transport, ProtocolVersion version) {
        return AcpClient.builder(transport)
                .protocolVersions(version)
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.computeIfAbsent(session.id(), id -> new CopyOnWriteArrayList<>())
                                .add(chunk.text());
                        if (chunk.text().equals(FIRST)) {
                            begun.countDown();
                        }
                    }
                })
                .connect();
    }

    private List<String> heard(ClientSession session) {
        return said.getOrDefault(session.id(), List.of());
    }

    private static List<String> all() {
        return IntStream.range(0, CHUNKS).mapToObj(i -> i + " ").toList();
    }

    private static CloseReason end(CompletionStage<CloseReason> closed) throws Exception {
        return closed.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource
    void turnComesToItsEndIdleClientsAreSentAwayAndNewOnesAreRefused(Spoken spoken) throws Exception {
        try (HttpServer server = serve(spoken)) {
            HttpTransportBuilder way = reach(server, spoken);
            HttpTransport idle = way.connect();
            try (AcpClient busy = connect(way.connect(), ProtocolVersion.V1);
                    AcpClient bored = connect(idle, ProtocolVersion.V1)) {
                ClientSession unused = bored.newSession(Path.of("/"));
                ClientSession session = busy.newSession(Path.of("/"));
                ClientSession other = busy.newSession(Path.of("/"));
                CompletableFuture<?> turn = session.promptAsync("hang");
                assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

                CompletionStage<Void> over = server.shutdown(Duration.ofMinutes(5));

                assertThat(end(idle.closed())).satisfies(reason -> {
                    assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
                    assertThat(reason.description()).contains("shuts down");
                });
                HttpTransport late = way.connect();
                assertThatThrownBy(() -> connect(late, ProtocolVersion.V1)).isInstanceOf(AcpException.class);
                assertThat(end(late.closed()))
                        .isInstanceOfSatisfying(
                                HttpCloseReason.class,
                                reason -> assertThat(reason.description()).containsAnyOf("503", "cannot be reached"));
                assertThat(other.prompt("go on").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(heard(other)).isEqualTo(all());

                release.countDown();
                turn.get(60, TimeUnit.SECONDS);
                assertThat(heard(session)).isEqualTo(all());
                assertThat(end(busy.closed()).kind()).isEqualTo(CloseReason.Kind.PEER);
                over.toCompletableFuture().get(60, TimeUnit.SECONDS);
            }
            HttpTransport last = way.connect();
            assertThatThrownBy(() -> connect(last, ProtocolVersion.V1)).isInstanceOf(AcpException.class);
        } finally {
            release.countDown();
        }
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void turnThatOutlastsTheGracePeriodFails(Spoken spoken, ProtocolVersion version) throws Exception {
        try (HttpServer server = serve(spoken);
                AcpClient client = connect(reach(server, spoken).connect(), version)) {
            ClientSession session = client.newSession(Path.of("/"));
            CompletableFuture<?> turn = session.promptAsync("hang");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            CompletionStage<Void> over = server.shutdown(Duration.ofMillis(300));

            assertThatThrownBy(() -> turn.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(AcpException.class);
            assertThat(heard(session)).containsExactly(FIRST);
            assertThat(end(client.closed()).kind()).isNotEqualTo(CloseReason.Kind.LOCAL);
            over.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } finally {
            release.countDown();
        }
    }

    /** Clients that prompt again and again, and a server that shuts down among their requests. */
    @ParameterizedTest
    @MethodSource("crossings")
    void everyTurnAmongWhichTheServerShutsDownIsWholeOrFails(Spoken spoken, ProtocolVersion version) throws Exception {
        for (int seed = 0; seed < 8; seed++) {
            AtomicInteger turns = new AtomicInteger();
            int enough = new Random(seed).nextInt(12) + 1;
            CountDownLatch now = new CountDownLatch(1);
            try (HttpServer server = serve(spoken)) {
                HttpTransportBuilder way = reach(server, spoken);
                List<CompletableFuture<Void>> users = new ArrayList<>();
                List<AcpClient> clients = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    AcpClient client = connect(way.connect(), version);
                    clients.add(client);
                    users.add(CompletableFuture.runAsync(
                            () -> promptUntilTheEnd(client, () -> {
                                if (turns.incrementAndGet() == enough) {
                                    now.countDown();
                                }
                            }),
                            command -> new Thread(command).start()));
                }
                assertThat(now.await(60, TimeUnit.SECONDS)).isTrue();
                server.shutdown(Duration.ofMinutes(1)).toCompletableFuture().get(90, TimeUnit.SECONDS);
                for (CompletableFuture<Void> user : users) {
                    user.get(60, TimeUnit.SECONDS);
                }
                for (AcpClient client : clients) {
                    assertThat(end(client.closed()).kind()).isNotEqualTo(CloseReason.Kind.LOCAL);
                }
            }
        }
    }

    private void promptUntilTheEnd(AcpClient client, Runnable onTurn) {
        while (true) {
            ClientSession session;
            try {
                session = client.newSession(Path.of("/"));
                assertThat(session.prompt("go on").stopReason()).isEqualTo(StopReason.END_TURN);
            } catch (AcpException e) {
                return;
            }
            assertThat(heard(session))
                    .as("updates of a turn that has ended well")
                    .isEqualTo(all());
            onTurn.run();
        }
    }
}
