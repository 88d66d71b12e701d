package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request to fork that is repeated with its key in another process while it is being served; on any store that two can share. */
public abstract class SharedRepetitionContract {

    /** Long enough to be prolonged in time on a busy machine. */
    private static final Duration LEASE = Duration.ofSeconds(9);

    private final ScriptedAgent script = new ScriptedAgent();
    private final CountDownLatch stored = new CountDownLatch(1);
    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch inUse = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private volatile boolean stopsWhenStored;
    private volatile boolean fails;
    private SessionRepository first;
    private SessionRepository second;
    private AcpAgent maker;
    private AcpAgent repeater;

    /** Opens the store, which is empty when a test begins and the same for all of it. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        SessionRepositoryOptions options =
                SessionRepositoryOptions.builder().lease(LEASE).build();
        first = SessionRepository.over(new Watched(open()), options);
        second = SessionRepository.over(new Watched(open()), options);
        maker = agent(first, this::fork);
        repeater = agent(second, setup -> ForkSessionResponse.of(setup.sessionId()));
    }

    private interface Opener {
        ForkSessionResponse open(SessionContext setup) throws InterruptedException;
    }

    private AcpAgent agent(SessionRepository repository, Opener opener) {
        return script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onForkSession((request, setup) -> opener.open(setup))
                .build();
    }

    @AfterEach
    void stop() {
        go.countDown();
        first.close();
        second.close();
    }

    /** A store that stops who has just stored a fork, and tells when a session was in use elsewhere. */
    private final class Watched implements SessionStore {
        private final SessionStore store;

        Watched(SessionStore store) {
            this.store = store;
        }

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            return store.read(action);
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            T result;
            try {
                result = store.write(action);
            } catch (BranchException e) {
                if (e.reason().equals(BranchException.SESSION_IN_USE)) {
                    inUse.countDown();
                }
                throw e;
            }
            if (stopsWhenStored && result instanceof Fork fork && !fork.repeated()) {
                stored.countDown();
                await(go);
            }
            return result;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private ForkSessionResponse fork(SessionContext setup) {
        opening.countDown();
        await(go);
        if (fails) {
            throw AcpErrorException.invalidRequest("scripted", "cannot be made");
        }
        return ForkSessionResponse.of(setup.sessionId());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private static int fork(PipelinedClient client, String session) {
        return client.about("session/fork", session, ",'cwd':'/project','_meta':{'acp4j/fork':{'idempotencyKey':'k'}}");
    }

    private static String made(PipelinedClient client, int fork) {
        return client.result(fork).get("sessionId").asText();
    }

    private static void assertOneFork(PipelinedClient client) {
        assertThat(client.result(client.request("session/list", "{}")).get("sessions"))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aForkBelongsToItsMakerFromTheMomentItIsStored(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(maker, version);
                PipelinedClient other = new PipelinedClient(repeater, version)) {
            String session = client.session("say one");
            stopsWhenStored = true;
            int making = fork(client, session);
            await(stored);
            assertThat(other.reason(fork(other, session))).isEqualTo("session_in_use");
            go.countDown();
            String fork = made(client, making);
            assertThat(client.end(client.prompt(fork, "say two"))).isEqualTo("end_turn");
            assertOneFork(other);
            assertOneFork(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRepetitionElsewhereIsRefusedWhileTheMakerHasTheForkAndGetsItLater(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(maker, version);
                PipelinedClient other = new PipelinedClient(repeater, version)) {
            String session = client.session("say one");
            int making = fork(client, session);
            await(opening);
            assertThat(other.reason(fork(other, session))).isEqualTo("session_in_use");
            go.countDown();
            String fork = made(client, making);
            assertThat(client.end(client.prompt(fork, "say two"))).isEqualTo("end_turn");
            client.result(client.about("session/close", fork, ""));
            assertThat(made(other, fork(other, session))).isEqualTo(fork);
            assertOneFork(other);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRepetitionElsewhereMakesTheForkWhenTheMakerFails(int version) throws Exception {
        fails = true;
        try (PipelinedClient client = new PipelinedClient(maker, version);
                PipelinedClient other = new PipelinedClient(repeater, version)) {
            String session = client.session("say one");
            int making = fork(client, session);
            await(opening);
            int repeated = fork(other, session);
            await(inUse);
            go.countDown();
            assertThat(client.reason(making)).isEqualTo("scripted");
            String fork = made(other, repeated);
            assertThat(other.end(other.prompt(fork, "say two"))).isEqualTo("end_turn");
            assertOneFork(other);
        }
    }
}
