package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which forks of a session are offered, and what the agent is asked for. */
class SessionForksTest extends ForkableFixture {

    @ParameterizedTest(name = "1, 3: an agent with {0} is offered and sent no fork")
    @ValueSource(strings = {"{}", "{'sessionCapabilities':{}}", "{'sessionCapabilities':{'fork':null}}"})
    void agentWithoutForkIsOfferedNone(String capabilities) {
        agentWith(capabilities);
        ClientSession session = twoTurns();

        assertThat(session.forks().supports(ForkPoint.end())).isFalse();
        assertThat(session.forks().supports(session.forks().at(message(session, 1))))
                .isFalse();
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.end()))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork"));
        assertThatThrownBy(session.forks()::temporaryFork).isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @ParameterizedTest(name = "2, 6: an agent with fork {0} is offered and sent whole forks only")
    @ValueSource(strings = {"{}", "{'atMessageId':false}"})
    void agentThatForksOnlyWholeSessionsIsOfferedNoOther(String fork) {
        agentWith("{'sessionCapabilities':{'fork':" + fork + "}}");
        ClientSession session = twoTurns();

        assertThat(session.forks().supports(ForkPoint.end())).isTrue();
        assertThat(session.forks().supports(ForkPoint.at(new MessageId("a1")))).isFalse();
        assertThat(session.forks().supports(session.forks().before(message(session, 2))))
                .isFalse();
        assertThat(session.forks().supports(ForkPoint.first(2))).isFalse();
        assertThatThrownBy(() -> session.forks()
                        .editAndFork(message(session, 2), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> session.forks().regenerate(new MessageId("a2")))
                .isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @Test
    @DisplayName("4: an agent that forks at messages, and says more than we know, is offered it")
    void unknownMembersOfTheCapabilityDoNotMatter() {
        agentWith("{'sessionCapabilities':{'fork':{'atMessageId':true,'x':1}}}");

        assertThat(twoTurns().forks().supports(ForkPoint.at(new MessageId("a1"))))
                .isTrue();
    }

    @ParameterizedTest(name = "75b: no fork of a session of kind {0} is offered")
    @ValueSource(strings = {"cron", "subagent"})
    void sessionOfAKindThatIsNotForkedIsOfferedNone(String kind) {
        ClientSession session = fixture.session("{'sessionId':'s1','_meta':{'acp4j/session':{'kind':'" + kind + "'}}}");
        fixture.user("s1", null, "first");

        assertThat(session.forks().supports(ForkPoint.end())).isFalse();
        assertThatThrownBy(() -> session.forks()
                        .editAndFork(message(session, 0), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT))
                .isInstanceOf(NoForkPointException.class);
        expectNothingSent(session);
    }

    @Test
    void pointThatIsAMessageOfTheUserNeedsAnAgentThatForksThere() {
        agentWith("{'sessionCapabilities':{'fork':{'atMessageId':true,'_meta':{'acp4j/fork':{'user':false}}}}}");
        ClientSession session = fixture.session();
        fixture.user("s1", "m1", "unanswered");
        fixture.user("s1", "m2", "second");

        assertThat(session.forks().supports(ForkPoint.at(new MessageId("m1")))).isFalse();
        assertThatThrownBy(() -> session.forks().editAndFork(new MessageId("m2"), "other"))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork._meta.acp4j/fork.user"));
        expectNothingSent(session);
    }

    @Test
    @DisplayName("32: an id that the client does not know is for the agent to refuse, with its reason")
    void unknownIdIsRefusedByTheAgent() {
        ClientSession session = twoTurns();
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.at(new MessageId("nowhere")), ForkOptions.DEFAULT);
        JsonNode request = fixture.agent.expect("session/fork");
        fixture.agent.send("{'jsonrpc':'2.0','id':" + request.get("id") + ",'error':{'code':-32602,'message':'no',"
                + "'data':{'messageId':'nowhere','reason':'unknown_message'}}}");

        assertThatThrownBy(() -> get(forking))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        refused -> assertThat(refused.error()
                                        .data()
                                        .toTree()
                                        .path("reason")
                                        .asText())
                                .isEqualTo("unknown_message"));
        assertThat(fixture.client.sessions()).containsExactly(session);
    }

    @Test
    @DisplayName(
            "48c: a fork by index has exactly the first messages; more than there are, or less than none, is an error")
    void forkByIndexHasExactlyTheFirstMessages() {
        ClientSession session = twoTurns();
        for (int count : new int[] {2, 4}) {
            CompletableFuture<ClientSession> forking =
                    session.forks().forkAsync(ForkPoint.first(count), ForkOptions.DEFAULT);
            JsonNode sent = fixture.answerNext("session/fork", "{'sessionId':'f" + count + "'}");
            assertThat(sent.path("messageId").asText()).isEqualTo("a" + count / 2);
            assertThat(texts(get(forking))).isEqualTo(texts(session).subList(0, count));
        }

        assertThatThrownBy(() -> session.forks().fork(ForkPoint.first(5))).isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> ForkPoint.first(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.first(3)))
                .as("a message without id")
                .isInstanceOf(NoForkPointException.class);
        expectNothingSent(session);
    }

    private static List<String> texts(ClientSession session) {
        return session.forks().messages().stream().map(TranscriptMessage::text).toList();
    }

    @Test
    @DisplayName("53: no fork is offered at messages without ids, unless that is the end of the session")
    void messagesWithoutIdsAreNoForkPoints() {
        agentWith(ForkFixture.PLAIN);
        ClientSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", null);
        fixture.user("s1", null, "second");
        fixture.answer("s1", null);

        assertThat(session.forks().messages())
                .extracting(message -> session.forks().supports(session.forks().at(message)))
                .containsExactly(false, false, false, true);
        assertThat(session.forks().supports(session.forks().before(message(session, 2))))
                .isFalse();
        assertThatThrownBy(() -> session.forks().fork(session.forks().at(message(session, 0))))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("message 1 of 4 (user)")
                .hasMessageContaining("load the session again")
                .hasMessageContaining("echoUserMessages(true)")
                .hasMessageNotContaining("first");
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(session.forks().at(message(session, 3)), ForkOptions.DEFAULT);
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}").has("messageId"))
                .isFalse();
        assertThat(get(forking).forks().messages()).hasSize(4);
    }

    @Test
    @DisplayName(
            "53: during a turn the end of the session is not what the client sees last, so it stands for no message")
    void endOfARunningTurnStandsForNoMessage() {
        ClientSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", "a1");
        CompletableFuture<?> turn = session.promptAsync("second");
        JsonNode prompt = fixture.agent.expect("session/prompt");

        assertThat(session.forks().supports(session.forks().at(message(session, 2))))
                .isFalse();
        assertThat(session.forks().supports(session.forks().at(message(session, 1))))
                .isTrue();
        CompletableFuture<ClientSession> told = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        fixture.answerNext(
                "session/fork", "{'sessionId':'s2','_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkDepth':2}}}");
        CompletableFuture<ClientSession> untold = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s3'}");

        assertThat(texts(get(told))).isEqualTo(texts(session).subList(0, 2));
        assertThat(texts(get(untold))).isEmpty();
        fixture.agent.result(prompt, "{'stopReason':'end_turn'}");
        get(turn);
    }

    @Test
    void agentIsToldWhoseMessageIsMeantWhenTwoHaveTheSameId() {
        ClientSession session = fixture.session();
        fixture.user("s1", "1", "first");
        fixture.answer("s1", "1");
        fixture.user("s1", "2", "second");
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.before(new MessageId("2")), ForkOptions.DEFAULT);

        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}").at("/_meta"))
                .isEqualTo(json("{'acp4j/fork':{'role':'agent'}}"));
        get(forking);
    }

    @Test
    void pointAfterAMessageRemainsWhenALaterMessageHasTheSameId() {
        ClientSession session = fixture.session();
        fixture.user("s1", "1", "first");
        ForkPoint point = session.forks().at(fixture.answer("s1", "2"));
        fixture.user("s1", "2", "second");

        assertThat(session.forks().supports(point)).isTrue();
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(point, ForkOptions.DEFAULT);
        JsonNode request = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        assertThat(request.path("messageId").asText()).isEqualTo("2");
        assertThat(request.path("_meta")).isEqualTo(json("{'acp4j/fork':{'role':'agent'}}"));
        assertThat(get(forking).forks().messages()).hasSize(2);
    }

    @Test
    void labelIsLeftOutAndKeyIsRefusedWhereTheAgentDoesNotKnowThem() {
        agentWith(ForkFixture.PLAIN);
        ClientSession session = twoTurns();
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();

        CompletableFuture<ClientSession> labelled =
                session.forks().forkAsync(ForkPoint.end(), ForkOptions.labelled("alt"));
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}"))
                .isEqualTo(json("{'sessionId':'s1','cwd':'/project'}"));
        get(labelled);
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.end(), keyed))
                .isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "\t", "two\nlines", "bell\u0007", "\u202Eleft", "line\u2028end", "\u200B", "\uD800"})
    void labelThatIsNoLineOfVisibleTextIsRefused(String label) {
        ClientSession session = twoTurns();

        assertThatThrownBy(() -> ForkOptions.labelled(label)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.branches().label(new MessageId("a1"), label))
                .isInstanceOf(IllegalArgumentException.class);
        expectNothingSent(session);
    }

    @Test
    void thoughtsAndUnknownMessagesAreNotOffered() {
        ClientSession session = twoTurns();

        assertThat(session.forks().supports(ForkPoint.at(new MessageId("a1")))).isTrue();
        assertThat(session.forks().supports(ForkPoint.at(new MessageId("a-thought"))))
                .isFalse();
        assertThat(session.forks().supports(ForkPoint.before(new MessageId("a1"))))
                .isFalse();
        assertThat(session.forks().supports(ForkPoint.at(new MessageId("")))).isFalse();
        assertThat(session.forks().mechanismFor(ForkPoint.at(new MessageId("a1"))))
                .isEqualTo(ForkMechanism.MESSAGE_ID);
        assertThat(session.forks().mechanismFor(ForkPoint.end())).isEqualTo(ForkMechanism.WHOLE_SESSION);
        assertThat(session.forks().mechanismFor(ForkPoint.first(0))).isEqualTo(ForkMechanism.NEW_SESSION);
        assertThat(session.forks().mechanism()).isNull();
    }

    @Test
    @DisplayName("25: a fork that is asked for again with its key is the same session")
    void repeatedRequestGivesTheSameSession() {
        ClientSession session = twoTurns();
        ForkOptions keyed = ForkOptions.builder()
                .idempotencyKey("k")
                .cwd(Path.of("/elsewhere"))
                .listener((same, update) -> {})
                .build();
        CompletableFuture<ClientSession> first = session.forks().forkAsync(ForkPoint.end(), keyed);
        JsonNode sent = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        CompletableFuture<ClientSession> second = session.forks().forkAsync(ForkPoint.end(), keyed);
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}")).isEqualTo(sent);

        assertThat(sent.at("/_meta/acp4j~1fork/idempotencyKey").asText()).isEqualTo("k");
        assertThat(sent.path("cwd").asText())
                .isEqualTo(Path.of("/elsewhere").toAbsolutePath().toString());
        assertThat(get(second)).isSameAs(get(first));
    }

    @Test
    void forkWhosePromptCannotBeSentDoesNotStay() {
        ClientSession session = twoTurns();
        CompletableFuture<PromptTurn> editing = session.forks()
                .editAndForkAsync(
                        message(session, 2),
                        List.of(new ImageContent("aGk=", "image/png", null, null, null)),
                        ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        fixture.answerNext("session/close", "{}");
        fixture.answerNext("session/delete", "{}");

        assertThatThrownBy(() -> get(editing)).isInstanceOf(UnsupportedCapabilityException.class);
        assertThat(fixture.client.sessions()).containsExactly(session);
    }

    @Test
    void cancellingAForkTellsTheAgent() {
        ClientSession session = twoTurns();
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode request = fixture.agent.expect("session/fork");

        forking.cancel(true);

        assertThat(fixture.agent.expect("$/cancel_request").at("/params/requestId"))
                .isEqualTo(request.get("id"));
    }
}
