package io.acp4j.client.supervise;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a connection that is lost, told by agents that a test plays by hand. */
class SupervisedAgentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Executor THREADS = task -> new Thread(task, "test-start").start();
    private static final BackOff QUICK =
            new BackOff(Duration.ofMillis(5), Duration.ofMillis(20), 2, 0.5, 4, Duration.ofMinutes(5));
    private static final String RESUMING = "{'sessionCapabilities':{'resume':{}}}";

    private final BlockingQueue<RawAgent> agents = new LinkedBlockingQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final Events events = new Events();
    private final List<RawAgent> started = new CopyOnWriteArrayList<>();
    private SupervisedAgent supervised;

    private Transport open() throws IOException {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IOException("connection refused");
        }
        RawAgent agent = new RawAgent();
        agents.add(agent);
        return agent.transport();
    }

    private static final class Events implements SupervisorListener {
        private volatile @Nullable Throwable failure;
        private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        private final List<Integer> attempts = new CopyOnWriteArrayList<>();
        private final List<@Nullable Throwable> failures = new CopyOnWriteArrayList<>();

        @Override
        public void onLost(ConnectionLoss loss) {
            queue.add(loss);
        }

        @Override
        public void onRetry(int attempt, Duration delay, @Nullable Throwable failure) {
            attempts.add(attempt);
            if (failure != null) {
                failures.add(failure);
            }
        }

        @Override
        public void onRestored(Restoration restoration) {
            queue.add(restoration);
            Throwable thrown = failure;
            if (thrown != null) {
                SupervisedAgentTest.<RuntimeException>raise(thrown);
            }
        }

        @Override
        public void onGivenUp(ConnectionLoss loss, Throwable failure) {
            queue.add(failure);
        }

        <T> T next(Class<T> type) throws InterruptedException {
            Object event = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(event).isInstanceOf(type);
            return type.cast(event);
        }
    }

    private RawAgent nextAgent() throws InterruptedException {
        RawAgent agent = agents.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(agent).as("another connection").isNotNull();
        started.add(agent);
        return agent;
    }

    private RawAgent initialize(String capabilities) throws InterruptedException {
        RawAgent agent = nextAgent();
        agent.result(
                agent.expect("initialize"),
                "{'protocolVersion':1,'agentCapabilities':" + capabilities
                        + ",'authMethods':[{'id':'token','name':'Token'}]}");
        return agent;
    }

    private SupervisedAgent.Builder builder() {
        return SupervisedAgent.builder(this::open).listener(events).backOff(QUICK);
    }

    /** Starts with an agent of some capabilities. */
    private RawAgent start(SupervisedAgent.Builder builder, String capabilities) throws Exception {
        CompletableFuture<SupervisedAgent> starting = CompletableFuture.supplyAsync(builder::start, THREADS);
        RawAgent agent = initialize(capabilities);
        supervised = get(starting);
        return agent;
    }

    private ClientSession open(RawAgent agent, String id) {
        CompletableFuture<ClientSession> opening = supervised
                .client()
                .newSessionAsync(
                        NewSessionRequest.builder("/project")
                                .additionalDirectories(List.of())
                                .build(),
                        null);
        agent.result(agent.expect("session/new"), "{'sessionId':'" + id + "'}");
        return get(opening);
    }

    @AfterEach
    void close() {
        if (supervised != null) {
            supervised.close();
            assertThat(supervised.ended().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(supervised.isConnected()).isFalse();
        }
    }

    @Test
    void turnInFlightIsReportedLostAndTheSessionsAreResumed() throws Exception {
        RawAgent first = start(builder(), RESUMING);
        ClientSession busy = open(first, "busy");
        open(first, "idle");
        CompletableFuture<?> prompt = busy.promptAsync("go");
        first.expect("session/prompt");
        first.fail(new IOException("cable cut"));

        assertThatThrownBy(() -> get(prompt)).isInstanceOf(ConnectionClosedException.class);
        SupervisorListener.ConnectionLoss loss = events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(loss.reason().cause()).hasMessage("cable cut");
        assertThat(loss.sessions())
                .extracting(lost -> lost.id().value() + " " + lost.turnLost())
                .containsExactlyInAnyOrder("busy true", "idle false");

        RawAgent second = initialize(RESUMING);
        for (int i = 0; i < 2; i++) {
            JsonNode resume = second.expect("session/resume");
            assertThat(resume.at("/params/cwd").asText()).isEqualTo("/project");
            second.result(resume, "{}");
        }
        SupervisorListener.Restoration restoration = events.next(SupervisorListener.Restoration.class);
        assertThat(restoration.loss()).isEqualTo(loss);
        assertThat(restoration.failed()).isEmpty();
        assertThat(restoration.sessions()).hasSize(2).noneMatch(SupervisorListener.RestoredSession::replayed);
        assertThat(supervised.client()).isSameAs(restoration.client());
        assertThat(supervised.isConnected()).isTrue();
        ClientSession again = supervised.session(new SessionId("busy"));
        assertThat(again).isNotNull().isNotSameAs(busy);
        assertThat(again.isTurnInProgress()).isFalse();
        CompletableFuture<?> next = again.promptAsync("once more");
        second.result(second.expect("session/prompt"), "{'stopReason':'end_turn'}");
        assertThat(next).succeedsWithin(PATIENCE);
    }

    @Test
    void sessionsAreLoadedWhereTheAgentCannotResumeThem() throws Exception {
        List<String> replay = new CopyOnWriteArrayList<>();
        RawAgent first = start(
                builder().sessionListeners(id -> (session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        replay.add(id + ": " + chunk.text());
                    }
                }),
                "{'loadSession':true}");
        open(first, "s");
        first.close();
        assertThat(events.next(SupervisorListener.ConnectionLoss.class).sessions())
                .hasSize(1);
        RawAgent second = initialize("{'loadSession':true}");
        JsonNode load = second.expect("session/load");
        second.say("s", "hello again");
        second.result(load, "{}");
        SupervisorListener.Restoration restoration = events.next(SupervisorListener.Restoration.class);
        assertThat(restoration.sessions()).singleElement().matches(SupervisorListener.RestoredSession::replayed);
        assertThat(replay).containsExactly("s: hello again");
    }

    @Test
    void sessionsThatCannotBeOpenedAgainAreNamed() throws Exception {
        RawAgent first = start(builder(), RESUMING);
        open(first, "a");
        open(first, "b");
        first.close();
        RawAgent second = initialize(RESUMING);
        for (int i = 0; i < 2; i++) {
            JsonNode resume = second.expect("session/resume");
            if (resume.at("/params/sessionId").asText().equals("a")) {
                second.error(resume, -32002, "gone");
            } else {
                second.result(resume, "{}");
            }
        }
        events.next(SupervisorListener.ConnectionLoss.class);
        SupervisorListener.Restoration restoration = events.next(SupervisorListener.Restoration.class);
        assertThat(restoration.sessions())
                .singleElement()
                .satisfies(restored -> assertThat(restored.lost().id().value()).isEqualTo("b"));
        assertThat(restoration.failed()).singleElement().satisfies(failed -> {
            assertThat(failed.lost().id().value()).isEqualTo("a");
            assertThat(failed.cause()).hasMessageContaining("gone");
        });
        assertThat(supervised.session(new SessionId("a"))).isNull();
    }

    @Test
    void agentThatNeitherResumesNorLoadsLosesItsSessions() throws Exception {
        open(start(builder(), "{}"), "s");
        loseConnection();
        initialize("{}");
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(SupervisorListener.Restoration.class).failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause()).isInstanceOf(UnsupportedCapabilityException.class));
    }

    private void loseConnection() {
        started.get(started.size() - 1).close();
    }

    @Test
    void sessionThatIsNotAnsweredInTimeCountsAsFailed() throws Exception {
        RawAgent first = start(builder().restoreTimeout(Duration.ofMillis(200)), RESUMING);
        open(first, "s");
        first.close();
        RawAgent second = initialize(RESUMING);
        second.expect("session/resume");
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(SupervisorListener.Restoration.class).failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause()).hasMessageContaining("200 ms"));
    }

    @Test
    void attemptsThatFailAreRepeatedUntilOneWorks() throws Exception {
        start(builder(), RESUMING);
        refusals.set(2);
        loseConnection();
        initialize(RESUMING);
        events.next(SupervisorListener.ConnectionLoss.class);
        events.next(SupervisorListener.Restoration.class);
        assertThat(events.attempts).containsExactly(1, 2, 3);
        assertThat(events.failures)
                .hasSize(2)
                .allMatch(failure -> failure.getMessage().equals("connection refused"));
    }

    @Test
    void agentIsGivenUpAfterTheLastAttempt() throws Exception {
        start(builder(), RESUMING);
        refusals.set(100);
        loseConnection();
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(Throwable.class)).hasMessage("connection refused");
        assertThat(events.attempts).containsExactly(1, 2, 3, 4);
        assertThat(supervised.ended().toCompletableFuture())
                .succeedsWithin(PATIENCE)
                .satisfies(failure -> assertThat(failure).hasMessage("connection refused"));
    }

    @Test
    void agentThatDiesSoonAfterEachStartIsGivenUp() throws Exception {
        start(builder(), RESUMING);
        loseConnection();
        for (int i = 0; i < 4; i++) {
            initialize(RESUMING);
            events.next(SupervisorListener.ConnectionLoss.class);
            events.next(SupervisorListener.Restoration.class);
            loseConnection();
        }
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(Throwable.class)).hasMessageContaining("4 times soon after");
    }

    @Test
    void stableConnectionStartsTheCountAnew() throws Exception {
        start(builder().backOff(new BackOff(Duration.ZERO, Duration.ZERO, 1, 0, 2, Duration.ZERO)), RESUMING);
        loseConnection();
        for (int i = 0; i < 5; i++) {
            initialize(RESUMING);
            events.next(SupervisorListener.ConnectionLoss.class);
            events.next(SupervisorListener.Restoration.class);
            loseConnection();
        }
        initialize(RESUMING);
        assertThat(events.attempts).containsOnly(1);
    }

    @Test
    void otherVersionOfTheProtocolEndsTheAttempts() throws Exception {
        start(builder(), RESUMING);
        loseConnection();
        RawAgent second = nextAgent();
        second.result(second.expect("initialize"), "{'protocolVersion':7}");
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(Throwable.class)).isInstanceOf(UnsupportedProtocolVersionException.class);
        assertThat(events.attempts).containsExactly(1);
    }

    @Test
    void connectionThatIsLostWhileSessionsAreOpenedCountsAsFailedAttempt() throws Exception {
        RawAgent first = start(builder(), RESUMING);
        open(first, "s");
        first.close();
        RawAgent second = initialize(RESUMING);
        second.expect("session/resume");
        second.close();
        RawAgent third = initialize(RESUMING);
        third.result(third.expect("session/resume"), "{}");
        events.next(SupervisorListener.ConnectionLoss.class);
        assertThat(events.next(SupervisorListener.Restoration.class).sessions()).hasSize(1);
        assertThat(events.failures).singleElement().isInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void everyConnectionIsPreparedBeforeItsSessionsAreOpened() throws Exception {
        SupervisedAgent.Builder builder = builder().prepare(client -> client.authenticate(new AuthMethodId("token")));
        CompletableFuture<SupervisedAgent> starting = CompletableFuture.supplyAsync(builder::start, THREADS);
        RawAgent first = initialize(RESUMING);
        first.result(first.expect("authenticate"), "{}");
        supervised = get(starting);
        open(first, "s");
        first.close();
        RawAgent second = initialize(RESUMING);
        second.result(second.expect("authenticate"), "{}");
        second.result(second.expect("session/resume"), "{}");
        events.next(SupervisorListener.ConnectionLoss.class);
        events.next(SupervisorListener.Restoration.class);
    }

    @Test
    void preparationThatFailsFailsTheAttempt() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        IOException failure = new IOException("no token");
        start(
                builder().prepare(client -> {
                    if (calls.incrementAndGet() == 2) {
                        throw failure;
                    }
                }),
                RESUMING);
        loseConnection();
        initialize(RESUMING);
        initialize(RESUMING);
        events.next(SupervisorListener.ConnectionLoss.class);
        events.next(SupervisorListener.Restoration.class);
        assertThat(calls).hasValue(3);
        assertThat(events.failures).containsExactly(failure);
    }

    @Test
    void firstPreparationThatFailsIsThrown() throws Exception {
        IOException failure = new IOException("no token");
        SupervisedAgent.Builder builder = builder().prepare(client -> {
            throw failure;
        });
        CompletableFuture<SupervisedAgent> starting = CompletableFuture.supplyAsync(builder::start, THREADS);
        initialize(RESUMING);
        assertThatThrownBy(() -> get(starting)).isInstanceOf(AcpException.class).hasCause(failure);
    }

    @Test
    void connectionThatIsClosedHereIsNotReplaced() throws Exception {
        start(builder(), RESUMING);
        supervised.client().close();
        assertThat(supervised.ended().toCompletableFuture())
                .succeedsWithin(PATIENCE)
                .isNull();
        assertThat(agents).isEmpty();
        assertThat(events.queue).isEmpty();
    }

    @Test
    void closingEndsTheWaitForTheNextAttempt() throws Exception {
        Duration day = Duration.ofDays(1);
        start(builder().backOff(new BackOff(day, day, 1, 0, 5, day)), RESUMING);
        loseConnection();
        events.next(SupervisorListener.ConnectionLoss.class);
        supervised.close();
        assertThat(supervised.ended().toCompletableFuture()).succeedsWithin(PATIENCE);
    }

    @Test
    void closingEndsTheWaitForAnAgentThatNeverAnswers() throws Exception {
        start(builder(), RESUMING);
        loseConnection();
        nextAgent().expect("initialize");
        supervised.close();
        assertThat(supervised.ended().toCompletableFuture())
                .succeedsWithin(PATIENCE)
                .isNull();
    }

    @Test
    void turnThatWasAnsweredInTimeIsNotLost() throws Exception {
        RawAgent first = start(builder(), RESUMING);
        ClientSession session = open(first, "s");
        CompletableFuture<?> prompt = session.promptAsync("go");
        first.result(first.expect("session/prompt"), "{'stopReason':'end_turn'}");
        first.close();
        assertThat(events.next(SupervisorListener.ConnectionLoss.class).sessions())
                .singleElement()
                .matches(lost -> !lost.turnLost());
        assertThat(prompt).succeedsWithin(PATIENCE);
        RawAgent second = initialize(RESUMING);
        second.result(second.expect("session/resume"), "{}");
        events.next(SupervisorListener.Restoration.class);
    }

    static Stream<Throwable> whatMayBeThrown() {
        return Stream.of(
                new IllegalStateException("meant to fail"),
                new AssertionError("meant to fail"),
                new NoClassDefFoundError("Missing"),
                new StackOverflowError(),
                new java.io.IOException("not even declared"));
    }

    @SuppressWarnings("unchecked") // what is not declared is thrown, too
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @ParameterizedTest
    @MethodSource("whatMayBeThrown")
    void listenerThatFailsChangesNothing(Throwable thrown) throws Exception {
        events.failure = thrown;
        start(builder(), RESUMING);
        for (int i = 0; i < 2; i++) {
            loseConnection();
            initialize(RESUMING);
            events.next(SupervisorListener.ConnectionLoss.class);
            events.next(SupervisorListener.Restoration.class);
        }
        assertThat(events.attempts).containsExactly(1, 2);
    }

    @Test
    void firstConnectionThatFailsIsThrown() {
        refusals.set(1);
        assertThatThrownBy(() -> builder().start())
                .isInstanceOf(AcpException.class)
                .hasRootCauseMessage("connection refused");
        assertThat(events.attempts).isEmpty();
    }
}
