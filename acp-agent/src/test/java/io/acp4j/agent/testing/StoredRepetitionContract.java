package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.SessionOrigin;
import io.acp4j.agent.SessionServiceOptions.ForkPolicy;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request to fork that is repeated with its key while it is being served; on any store. */
public abstract class StoredRepetitionContract {

    /** How the first of the requests ends. */
    enum End {
        MADE,
        FAILED,
        CANCELLED
    }

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch repeated = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch reopening = new CountDownLatch(1);
    private final CountDownLatch reopen = new CountDownLatch(1);
    private volatile End end = End.MADE;
    private volatile boolean stopsReopening;
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        repository = SessionRepository.over(new Watched(open()));
        ForkPolicy counting = (request, source, client) -> asked.incrementAndGet();
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(
                        repository,
                        ScriptedAgent.UNTITLED.toBuilder().forkPolicy(counting).build())
                .onForkSession((request, setup) -> fork(setup))
                .sessionListener(this::opened)
                .build();
    }

    @AfterEach
    void stop() {
        repository.close();
    }

    /** A store that tells when the second request has been looked up in it. */
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
            boolean repeats = asked.get() > 1;
            T result = store.write(action);
            if (repeats) {
                repeated.countDown();
            }
            return result;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private ForkSessionResponse fork(SessionContext setup) throws InterruptedException {
        if (opening.getCount() > 0) {
            opening.countDown();
            try (var unused = setup.cancellation().onCancel(go::countDown)) {
                await(go);
            }
            if (end == End.FAILED) {
                throw AcpErrorException.invalidRequest("scripted", "cannot be made");
            }
            if (setup.cancellation().isCancelled()) {
                throw new RequestCancelledException("cancelled", null);
            }
        }
        return ForkSessionResponse.of(setup.sessionId());
    }

    private void opened(AgentSession session, SessionOrigin how) throws InterruptedException {
        if (stopsReopening && how.kind() == SessionOrigin.Kind.FORK) {
            reopening.countDown();
            await(reopen);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    }

    private static int fork(PipelinedClient client, String session) {
        return client.about("session/fork", session, ",'cwd':'/project','_meta':{'acp4j/fork':{'idempotencyKey':'k'}}");
    }

    private static String made(PipelinedClient client, int fork) {
        return client.result(fork).get("sessionId").asText();
    }

    @ParameterizedTest
    @CsvSource({
        "1,MADE,true",
        "1,MADE,false",
        "1,FAILED,true",
        "1,FAILED,false",
        "1,CANCELLED,true",
        "1,CANCELLED,false",
        "2,MADE,true",
        "2,MADE,false",
        "2,FAILED,true",
        "2,FAILED,false",
        "2,CANCELLED,true",
        "2,CANCELLED,false"
    })
    void theRepetitionGetsAForkThatStaysWhateverBecomesOfTheFirst(int version, End how, boolean sameConnection)
            throws Exception {
        end = how;
        try (PipelinedClient client = new PipelinedClient(agent, version);
                PipelinedClient other = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int first = fork(client, session);
            await(opening);
            PipelinedClient repeating = sameConnection ? client : other;
            int second = fork(repeating, session);
            await(repeated);
            if (how == End.CANCELLED) {
                client.raw().notify("$/cancel_request", "{\"requestId\":" + first + "}");
            } else {
                go.countDown();
            }
            switch (how) {
                case MADE -> assertThat(made(client, first)).isEqualTo(made(repeating, second));
                case FAILED -> assertThat(client.reason(first)).isEqualTo("scripted");
                case CANCELLED ->
                    assertThat(client.response(first).at("/error/code").asInt()).isEqualTo(-32800);
            }
            String fork = made(repeating, second);
            assertThat(repeating.end(repeating.prompt(fork, "say two"))).isEqualTo("end_turn");
            assertThat(client.result(client.request("session/list", "{}")).get("sessions"))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRepetitionThatIsCancelledMeanwhileLeavesTheFirstAlone(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int first = fork(client, session);
            await(opening);
            int second = fork(client, session);
            await(repeated);
            client.raw().notify("$/cancel_request", "{\"requestId\":" + second + "}");
            assertThat(client.response(second).at("/error/code").asInt()).isEqualTo(-32800);
            go.countDown();
            String fork = made(client, first);
            assertThat(client.end(client.prompt(fork, "say two"))).isEqualTo("end_turn");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theRepetitionOfAClientThatHasConnectedAgainGetsAForkThatStays(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version);
                PipelinedClient again = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int unused = fork(client, session);
            await(opening);
            int second = fork(again, session);
            await(repeated);
            client.raw().hangUp();
            String fork = made(again, second);
            assertThat(again.end(again.prompt(fork, "say two"))).isEqualTo("end_turn");
            assertThat(again.result(again.request("session/list", "{}")).get("sessions"))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aForkThatIsLoadedWhileARepetitionOpensItStaysOpen(int version) throws Exception {
        go.countDown();
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            String fork = made(client, fork(client, session));
            client.result(client.about("session/close", fork, ""));
            stopsReopening = true;
            int again = fork(client, session);
            await(reopening);
            client.result(client.open(fork, true));
            reopen.countDown();
            assertThat(client.reason(again)).isEqualTo("taken_over");
            assertThat(client.end(client.prompt(fork, "say two"))).isEqualTo("end_turn");
            assertThat(client.raw().agent().session(new SessionId(fork))).isNotNull();
        }
    }
}
