package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundToolCall;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a client asks of a session before it has the response to its own request that opens that session, and what it has when that
 * request fails; on any store.
 */
public abstract class StoredPipelineContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicReference<ToolCallHandle> call = new AtomicReference<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final AtomicReference<CountDownLatch> failing = new AtomicReference<>();
    private final CountDownLatch opening = new CountDownLatch(1);
    private StoppingStore store;
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        store = new StoppingStore(open());
        repository = SessionRepository.over(store);
        script.step("build", turn -> {
            call.set(turn.toolCall("build", ToolKind.EXECUTE).inProgress().onCancel(cancelled::countDown));
            turn.session().background(List.of(BackgroundToolCall.of(call.get().id())));
        });
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onLoadSession((request, setup) -> {
                    failWhereAsked();
                    return LoadSessionResponse.EMPTY;
                })
                .onResumeSession((request, setup) -> {
                    failWhereAsked();
                    return ResumeSessionResponse.EMPTY;
                })
                .build();
    }

    private void failWhereAsked() throws InterruptedException {
        CountDownLatch gate = failing.get();
        if (gate != null) {
            opening.countDown();
            assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
            throw AcpErrorException.invalidRequest("scripted", "cannot be opened");
        }
    }

    @AfterEach
    void end() {
        repository.close();
    }

    /** Opens a session again and stops that in the middle. */
    private int stopped(PipelinedClient client, String session, boolean isOpen, boolean replay)
            throws InterruptedException {
        if (!isOpen) {
            client.result(client.about("session/close", session, ""));
        }
        store.stopOpening(new SessionId(session));
        int request = client.open(session, replay);
        store.awaitStopped();
        return request;
    }

    @ParameterizedTest
    @CsvSource({
        "1,true,true",
        "1,true,false",
        "1,false,true",
        "1,false,false",
        "2,true,true",
        "2,true,false",
        "2,false,true",
        "2,false,false"
    })
    void aPromptBeforeTheResponseIsThatOfTheSessionWhichIsOpened(int version, boolean isOpen, boolean replay)
            throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int resuming = stopped(client, session, isOpen, replay);
            int prompt = client.prompt(session, "say two");
            store.release();
            client.result(resuming);
            assertThat(client.end(prompt)).isEqualTo("end_turn");
            assertThat(client.said()).isEqualTo(replay ? "oneonetwo" : "onetwo");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void aCancellationBeforeTheResponseFindsThePromptBeforeIt(int version, boolean isOpen) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int resuming = stopped(client, session, isOpen, false);
            int prompt = client.prompt(session, "wait never");
            client.raw().cancel(session);
            store.release();
            client.result(resuming);
            assertThat(client.end(prompt)).isEqualTo("cancelled");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPromptThatIsWithdrawnBeforeTheResponseEndsAtOnce(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int resuming = stopped(client, session, true, false);
            int prompt = client.prompt(session, "say two");
            client.raw().notify("$/cancel_request", "{\"requestId\":" + prompt + "}");
            assertThat(client.response(prompt).at("/error/code").asInt()).isEqualTo(-32800);
            store.release();
            client.result(resuming);
            assertThat(client.end(client.prompt(session, "say three"))).isEqualTo("end_turn");
            assertThat(client.said()).doesNotContain("two");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void whatEndsTheSessionBeforeTheResponseEndsTheOneThatIsOpened(int version, boolean isOpen) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int resuming = stopped(client, session, isOpen, false);
            int closing = client.about("session/close", session, "");
            store.release();
            client.result(resuming);
            client.result(closing);
            assertThat(client.reason(client.prompt(session, "say two"))).isEqualTo("closed");
            assertThat(client.raw().agent().session(new SessionId(session))).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void aSessionThatIsDeletedBeforeTheResponseIsGone(int version, boolean isOpen) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int resuming = stopped(client, session, isOpen, false);
            int deleting = client.about("session/delete", session, "");
            store.release();
            client.result(resuming);
            client.result(deleting);
            assertThat(client.reason(client.prompt(session, "say two"))).isEqualTo("unknown_session");
            assertThat(repository.find(new SessionId(session))).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"1,session/close", "2,session/close", "2,session/archive"})
    void aSessionIsOpenedAgainBehindWhatEndsItInTheMiddleOfATurn(int version, String method) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int running = client.prompt(session, "wait never");
            int ending = client.about(method, session, "");
            int resuming = client.open(session, true);
            int prompt = client.prompt(session, "say two");
            assertThat(client.end(running)).isEqualTo("cancelled");
            client.result(ending);
            client.result(resuming);
            assertThat(client.end(prompt)).isEqualTo("end_turn");
            assertThat(client.said()).isEqualTo("oneonetwo");
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void nothingIsOpenedBehindADeletionInTheMiddleOfATurn(int version) {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            int running = client.prompt(session, "wait never");
            int deleting = client.about("session/delete", session, "");
            int resuming = client.open(session, true);
            assertThat(client.end(running)).isEqualTo("cancelled");
            client.result(deleting);
            assertThat(client.reason(resuming)).isEqualTo("unknown_session");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void itsBranchesAreThoseOfTheSessionThatIsOpened(int version, boolean isOpen) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            String message = client.result(client.about("_acp4j/session/tree", session, ""))
                    .at("/messages/0/messageId")
                    .asText();
            int resuming = stopped(client, session, isOpen, false);
            int label = client.about("_acp4j/session/label", session, ",'messageId':'" + message + "','label':'first'");
            int tree = client.about("_acp4j/session/tree", session, "");
            store.release();
            client.result(resuming);
            client.result(label);
            client.result(tree);
            assertThat(client.result(client.about("_acp4j/session/tree", session, ""))
                            .at("/messages/0/label")
                            .asText())
                    .isEqualTo("first");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "2,true", "2,false"})
    void aSessionStaysOpenForItsClientThatCannotOpenItAgain(int version, boolean replay) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version);
                PipelinedClient later = new PipelinedClient(agent, version)) {
            String session = client.session("say one;build");
            CountDownLatch gate = new CountDownLatch(1);
            failing.set(gate);
            int resuming = client.open(session, replay);
            assertThat(opening.await(60, TimeUnit.SECONDS)).isTrue();
            int prompt = client.prompt(session, "say two");
            gate.countDown();
            assertThat(client.reason(resuming)).isEqualTo("scripted");
            assertThat(client.end(prompt)).isEqualTo("end_turn");
            call.get().complete("built");
            assertThat(client.end(client.prompt(session, "say three"))).isEqualTo("end_turn");
            assertThat(cancelled.getCount()).isEqualTo(1);
            client.result(client.about("session/close", session, ""));
            failing.set(null);
            later.result(later.open(session, true));
            assertThat(later.said()).isEqualTo("onetwothree");
            assertThat(later.frames().toString()).contains("built");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSessionThatAnotherConnectionHasTakenMeanwhileIsLostAllTheSame(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version);
                PipelinedClient other = new PipelinedClient(agent, 3 - version)) {
            String session = client.session("say one;build");
            CountDownLatch gate = new CountDownLatch(1);
            failing.set(gate);
            int resuming = client.open(session, false);
            assertThat(opening.await(60, TimeUnit.SECONDS)).isTrue();
            failing.set(null);
            other.result(other.open(session, true));
            gate.countDown();
            assertThat(client.reason(resuming)).isEqualTo("scripted");
            assertThat(client.reason(client.prompt(session, "say two"))).isEqualTo("taken_over");
            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.end(other.prompt(session, "say three"))).isEqualTo("end_turn");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatAnotherProcessHasWrittenMeanwhileIsNotForgotten(int version) throws Exception {
        try (PipelinedClient client = new PipelinedClient(agent, version)) {
            String session = client.session("say one");
            store.giveAway(new SessionId(session));
            CountDownLatch gate = new CountDownLatch(0);
            failing.set(gate);
            assertThat(client.reason(client.open(session, false))).isEqualTo("scripted");
            assertThat(client.reason(client.prompt(session, "say two")))
                    .as("the client has to load the session to know what it holds")
                    .isEqualTo("taken_over");
            failing.set(null);
            client.result(client.open(session, true));
            assertThat(client.end(client.prompt(session, "say three"))).isEqualTo("end_turn");
        }
    }
}
