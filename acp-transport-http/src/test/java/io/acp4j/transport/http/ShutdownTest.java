package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.testing.Certificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
    private final WorkerThreads workers = new WorkerThreads("closing-");

    @AfterEach
    void endThreads() {
        workers.shutdown();
    }

    /** What is spoken. */
    enum Spoken {
        HTTP_1,
        HTTP_2,
        WEB_SOCKET
    }

    static Stream<Arguments> crossings() {
        return Stream.of(Served.Host.values())
                .flatMap(host -> Stream.of(Spoken.values())
                        .flatMap(spoken -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                                .map(version -> Arguments.of(host, spoken, version))));
    }

    static Stream<Arguments> crossingsOnNetty() {
        return crossings().filter(crossing -> crossing.get()[0] == Served.Host.NETTY);
    }

    private void answer(PromptTurn turn) throws InterruptedException {
        for (int i = 0; i < CHUNKS; i++) {
            turn.say(i + " ");
            if (turn.text().equals("hang") && i == 0) {
                release.await();
            }
        }
    }

    private Served serve(Served.Host host, Spoken spoken) throws Exception {
        AcpAgent agent = AcpAgent.builder()
                .info("closing", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(this::answer)
                .build();
        Served.Setup setup = Served.Setup.DEFAULT;
        return host.serve(agent::serve, isWithTls(host, spoken) ? setup.withTls(Certificates.localhost()) : setup);
    }

    private static boolean isWithTls(Served.Host host, Spoken spoken) {
        return spoken == Spoken.HTTP_2 && host != Served.Host.JETTY;
    }

    /** Returns how clients reach the server; over HTTP/2 all on one socket. */
    private Callable<Transport> way(Served server, Served.Host host, Spoken spoken) throws Exception {
        if (spoken == Spoken.WEB_SOCKET) {
            return () -> WsTransport.builder(server.webSocketUri()).connect();
        }
        // For as long clients wait for the rest of what a server says at its end.
        HttpTransportBuilder builder = HttpTransport.builder(server.uri()).closeTimeout(Duration.ofMinutes(1));
        if (isWithTls(host, spoken)) {
            builder.tls(Certificates.context(Certificates.localhost(), null));
        } else if (spoken == Spoken.HTTP_2) {
            builder.threads(JettyHttp2ServerTest.upgraded(server.uri()), workers);
        }
        return builder::connect;
    }

    private AcpClient connect(Transport transport, ProtocolVersion version) {
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
    @MethodSource("crossings")
    void turnComesToItsEndIdleClientsAreSentAwayAndNewOnesAreRefused(
            Served.Host host, Spoken spoken, ProtocolVersion version) throws Exception {
        try (Served server = serve(host, spoken)) {
            Callable<Transport> way = way(server, host, spoken);
            Transport idle = way.call();
            try (AcpClient busy = connect(way.call(), version);
                    AcpClient bored = connect(idle, version)) {
                ClientSession unused = bored.newSession(Path.of("/"));
                ClientSession session = busy.newSession(Path.of("/"));
                ClientSession other = busy.newSession(Path.of("/"));
                CompletableFuture<?> turn = session.promptAsync("hang");
                assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

                CompletionStage<Void> over = server.shutdown(Duration.ofMinutes(5));

                assertIsSentAway(idle.closed());
                assertRefusesNewClients(way);
                assertThat(other.prompt("go on").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(heard(other)).isEqualTo(all());

                release.countDown();
                turn.get(60, TimeUnit.SECONDS);
                assertThat(heard(session)).isEqualTo(all());
                assertIsSentAway(busy.closed());
                over.toCompletableFuture().get(60, TimeUnit.SECONDS);
            }
            assertRefusesNewClients(way);
        } finally {
            release.countDown();
        }
    }

    private static void assertIsSentAway(CompletionStage<CloseReason> closed) throws Exception {
        assertThat(end(closed)).satisfies(reason -> {
            assertThat(reason.kind()).as(reason.description()).isEqualTo(CloseReason.Kind.PEER);
            assertThat(reason.description()).containsAnyOf("shuts down", "code 1001");
        });
    }

    private void assertRefusesNewClients(Callable<Transport> way) {
        assertThatThrownBy(() -> connect(way.call(), ProtocolVersion.V1))
                .isInstanceOf(AcpException.class)
                .satisfies(failure -> assertThat(failure.getMessage())
                        .containsAnyOf("503", "cannot be reached", "could not connect"));
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void turnThatOutlastsTheGracePeriodFails(Served.Host host, Spoken spoken, ProtocolVersion version)
            throws Exception {
        try (Served server = serve(host, spoken);
                AcpClient client = connect(way(server, host, spoken).call(), version)) {
            ClientSession session = client.newSession(Path.of("/"));
            CompletableFuture<?> turn = session.promptAsync("hang");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            CompletionStage<Void> over = server.shutdown(Duration.ofMillis(300));

            assertThatThrownBy(() -> turn.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(AcpException.class);
            assertThat(heard(session)).containsExactly(FIRST);
            assertIsSentAway(client.closed());
            over.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } finally {
            release.countDown();
        }
    }

    /** Clients that prompt again and again, and a server that shuts down among their requests. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("crossingsOnNetty")
    void everyTurnAmongWhichTheServerShutsDownIsWholeOrFails(Served.Host host, Spoken spoken, ProtocolVersion version)
            throws Exception {
        for (int seed = 0; seed < 8; seed++) {
            AtomicInteger turns = new AtomicInteger();
            int enough = new Random(seed).nextInt(12) + 1;
            CountDownLatch now = new CountDownLatch(1);
            try (Served server = serve(host, spoken)) {
                Callable<Transport> way = way(server, host, spoken);
                List<CompletableFuture<Void>> users = new ArrayList<>();
                List<AcpClient> clients = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    AcpClient client = connect(way.call(), version);
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
