package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.supervise.BackOff;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection over HTTP that is cut comes back, and what was lost is told: with and without a store and a running prompt. */
class SupervisedOverHttpTest {

    private static final BackOff QUICK =
            new BackOff(Duration.ofMillis(5), Duration.ofMillis(50), 2, 0.5, 50, Duration.ofMinutes(5));

    private final BlockingQueue<SupervisorListener.ConnectionLoss> losses = new LinkedBlockingQueue<>();
    private final BlockingQueue<SupervisorListener.Restoration> restorations = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> words = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    static Stream<Arguments> crossings() {
        return Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                .flatMap(version -> Stream.of(true, false)
                        .flatMap(stored ->
                                Stream.of(true, false).map(running -> Arguments.of(version, stored, running))));
    }

    private AcpAgent agent(boolean stored) {
        AcpAgentBuilder agent = AcpAgent.builder()
                .info("supervised", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(this::answer);
        return (stored ? agent.sessions(SessionRepository.over(SessionStore.inMemory())) : agent).build();
    }

    private void answer(PromptTurn turn) throws InterruptedException {
        turn.say("heard " + turn.text());
        if (turn.text().equals("hang")) {
            over.await();
            turn.say("later");
            end.await();
        }
    }

    private final class Events implements SupervisorListener {

        @Override
        public void onLost(ConnectionLoss loss) {
            losses.add(loss);
        }

        @Override
        public void onRestored(Restoration restoration) {
            restorations.add(restoration);
        }
    }

    @ParameterizedTest(name = "version {0}, stored {1}, running prompt {2}")
    @MethodSource("crossings")
    void connectionThatIsCutComesBackAndWhatWasLostIsTold(ProtocolVersion version, boolean stored, boolean running)
            throws Exception {
        try (HttpServer server = HttpServer.builder(agent(stored)::serve)
                        .webSocket(sockets -> sockets.shutdownGrace(Duration.ZERO))
                        .start();
                Relay relay = new Relay(server.port());
                SupervisedAgent supervised = SupervisedAgent.builder(
                                () -> HttpTransport.builder(URI.create("http://localhost:" + relay.port()))
                                        .closeTimeout(Duration.ofMillis(200))
                                        .connect())
                        .client(client -> client.protocolVersions(version).onUpdate((session, update) -> {
                            if (update instanceof AgentMessageChunk chunk) {
                                words.add(chunk.text());
                            }
                        }))
                        .listener(new Events())
                        .backOff(QUICK)
                        .start()) {
            ClientSession session = supervised.client().newSession(Path.of("/"));
            session.prompt("first");
            assertThat(Puppet.take(words)).isEqualTo("heard first");
            CompletableFuture<?> prompt = running ? session.promptAsync("hang") : null;
            if (prompt != null) {
                assertThat(Puppet.take(words)).isEqualTo("heard hang");
            }
            relay.cutAt(0);
            relay.reset();

            SupervisorListener.ConnectionLoss loss = Puppet.take(losses);
            relay.cutAt(Long.MAX_VALUE);
            assertThat(loss.reason()).isInstanceOf(HttpCloseReason.class);
            Throwable failure = prompt == null
                    ? null
                    : catchThrowableOfType(ExecutionException.class, () -> prompt.get(60, TimeUnit.SECONDS))
                            .getCause();
            // Version 1: the stream of the session may be open again, and its turn be told to have ended, before the
            // rest is cut.
            boolean toldBefore = version == ProtocolVersion.V1 && failure instanceof AcpErrorException;
            assertThat(loss.sessions()).singleElement().satisfies(lost -> {
                assertThat(lost.id()).isEqualTo(session.id());
                assertThat(lost.turnLost()).isEqualTo(running && !toldBefore);
            });
            if (toldBefore) {
                // The prompt itself may be cut before the server has accepted it.
                assertThat(failure)
                        .hasMessageMatching(
                                "(?s).*(the event stream of the session ended before the response|\\(-32603\\): post_cut).*");
            } else if (running) {
                assertThat(failure).isInstanceOf(ConnectionClosedException.class);
            }
            over.countDown();
            end.countDown();

            SupervisorListener.Restoration restoration = Puppet.take(restorations);
            if (stored) {
                assertThat(restoration.failed()).isEmpty();
                assertThat(restoration.sessions()).singleElement();
                ClientSession again = supervised.session(session.id());
                assertThat(again).isNotNull();
                words.clear();
                assertThat(again.prompt("second").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(List.copyOf(words)).last().isEqualTo("heard second");
            } else {
                assertThat(restoration.sessions()).isEmpty();
                assertThat(restoration.failed())
                        .singleElement()
                        .satisfies(failed -> assertThat(failed.cause()).isNotNull());
                ClientSession anew = supervised.client().newSession(Path.of("/"));
                assertThat(anew.prompt("second").stopReason()).isEqualTo(StopReason.END_TURN);
            }
        }
    }

    /** Nothing but the stream of the session is cut off, in the midst of a turn: what was on its way is lost, or was nothing. */
    @ParameterizedTest(name = "version {0}, lost {1}")
    @MethodSource("cuts")
    void turnWhoseStreamIsCutGoesOnOrIsToldToBeLost(ProtocolVersion version, boolean lost) throws Exception {
        try (HttpServer server = HttpServer.builder(agent(true)::serve)
                        .limits(HttpLimits.builder().replayBytes(0).build())
                        .webSocket(sockets -> sockets.shutdownGrace(Duration.ZERO))
                        .start();
                Relay relay = new Relay(server.port());
                SupervisedAgent supervised = SupervisedAgent.builder(
                                () -> HttpTransport.builder(URI.create("http://localhost:" + relay.port()))
                                        .closeTimeout(Duration.ofMillis(200))
                                        .connect())
                        .client(client -> client.protocolVersions(version).onUpdate((session, update) -> {
                            if (update instanceof AgentMessageChunk chunk) {
                                words.add(chunk.text());
                            }
                        }))
                        .listener(new Events())
                        .backOff(QUICK)
                        .start()) {
            ClientSession session = supervised.client().newSession(Path.of("/"));
            CompletableFuture<?> prompt = session.promptAsync("hang");
            assertThat(Puppet.take(words)).isEqualTo("heard hang");
            if (lost) {
                relay.swallowSessions();
                over.countDown();
                await().atMost(Duration.ofMinutes(1)).until(() -> relay.swallowed() > 0);
            }
            relay.resetSessions();

            if (version == ProtocolVersion.V1 && lost) {
                assertThatThrownBy(() -> prompt.get(60, TimeUnit.SECONDS)).hasMessageContaining("stream");
                assertThat(supervised.client().closed().toCompletableFuture()).isNotDone();
            } else if (lost) {
                SupervisorListener.ConnectionLoss loss = Puppet.take(losses);
                assertThat(loss.reason()).isInstanceOfSatisfying(HttpCloseReason.class, reason -> {
                    assertThat(reason.status()).isEqualTo(410);
                    assertThat(reason.description()).contains("events of a session are lost");
                });
                assertThat(loss.sessions())
                        .singleElement()
                        .satisfies(each -> assertThat(each.turnLost()).isTrue());
                assertThatThrownBy(() -> prompt.get(60, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(ConnectionClosedException.class);
                assertThat(Puppet.take(restorations).sessions()).hasSize(1);
            } else {
                // What the agent sends before the stream is open again may be lost with the old one.
                await().atMost(Duration.ofMinutes(1)).until(() -> relay.sessionBytes() > 0);
                over.countDown();
                assertThat(Puppet.take(words)).isEqualTo("later");
                end.countDown();
                assertThat(prompt).succeedsWithin(Duration.ofMinutes(1));
            }
            over.countDown();
            end.countDown();
        }
    }

    /** In version 2 a stream goes on behind the last event: what is owed when it is cut has not been sent yet, and still comes. */
    @Test
    void promptWhoseResponseIsOwedWhenItsStreamIsCutGoesOn() throws Exception {
        CountDownLatch received = new CountDownLatch(2);
        AcpAgent agent = AcpAgent.builder()
                .info("slow to decide", "1")
                .protocolVersions(ProtocolVersion.V2)
                .onPromptReceived((request, session) -> {
                    received.countDown();
                    if (received.getCount() == 0) {
                        over.await();
                    }
                })
                .onPrompt(turn -> turn.say("heard " + turn.text()))
                .build();
        try (HttpServer server = HttpServer.builder(agent::serve).start();
                Relay relay = new Relay(server.port());
                AcpClient client = AcpClient.builder(
                                HttpTransport.builder(URI.create("http://localhost:" + relay.port()))
                                        .connect())
                        .protocolVersions(ProtocolVersion.V2)
                        .connect()) {
            ClientSession session = client.newSession(Path.of("/"));
            session.prompt("first");
            CompletableFuture<PromptResponse> prompt = session.promptAsync("second");
            assertThat(received.await(60, TimeUnit.SECONDS)).isTrue();

            relay.resetSessions();
            await().atMost(Duration.ofMinutes(1)).until(() -> relay.sessionBytes() > 0);
            over.countDown();

            assertThat(prompt).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            over.countDown();
        }
    }

    static Stream<Arguments> cuts() {
        return Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                .flatMap(version -> Stream.of(true, false).map(lost -> Arguments.of(version, lost)));
    }
}
