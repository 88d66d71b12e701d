package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
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
class ForkableSessionTest extends ForkableFixture {

    @ParameterizedTest(name = "1, 3: an agent with {0} is offered and sent no fork")
    @ValueSource(strings = {"{}", "{'sessionCapabilities':{}}", "{'sessionCapabilities':{'fork':null}}"})
    void agentWithoutForkIsOfferedNone(String capabilities) {
        agentWith(capabilities);
        ForkableSession session = twoTurns();

        assertThat(session.offers(ForkPoint.end())).isFalse();
        assertThat(session.offers(ForkPoint.at(message(session, 1)))).isFalse();
        assertThatThrownBy(() -> session.fork(ForkPoint.end()))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork"));
        assertThatThrownBy(session::scope).isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @ParameterizedTest(name = "2, 6: an agent with fork {0} is offered and sent whole forks only")
    @ValueSource(strings = {"{}", "{'atMessageId':false}"})
    void agentThatForksOnlyWholeSessionsIsOfferedNoOther(String fork) {
        agentWith("{'sessionCapabilities':{'fork':" + fork + "}}");
        ForkableSession session = twoTurns();

        assertThat(session.offers(ForkPoint.end())).isTrue();
        assertThat(session.offers(ForkPoint.at(new MessageId("a1")))).isFalse();
        assertThat(session.offers(ForkPoint.before(message(session, 2)))).isFalse();
        assertThat(session.offers(ForkPoint.first(2))).isFalse();
        assertThatThrownBy(() -> session.editAndFork(
                        message(session, 2), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> session.regenerate(new MessageId("a2")))
                .isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @Test
    @DisplayName("4: an agent that forks at messages, and says more than we know, is offered it")
    void unknownMembersOfTheCapabilityDoNotMatter() {
        agentWith("{'sessionCapabilities':{'fork':{'atMessageId':true,'x':1}}}");

        assertThat(twoTurns().offers(ForkPoint.at(new MessageId("a1")))).isTrue();
    }

    @ParameterizedTest(name = "75b: no fork of a session of kind {0} is offered")
    @ValueSource(strings = {"cron", "subagent"})
    void sessionOfAKindThatIsNotForkedIsOfferedNone(String kind) {
        ForkableSession session =
                fixture.session("{'sessionId':'s1','_meta':{'acp4j/session':{'kind':'" + kind + "'}}}");
        fixture.user("s1", null, "first");

        assertThat(session.offers(ForkPoint.end())).isFalse();
        assertThatThrownBy(() -> session.editAndFork(
                        message(session, 0), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT))
                .isInstanceOf(NoForkPointException.class);
        expectNothingSent(session);
    }

    @Test
    void pointThatIsAMessageOfTheUserNeedsAnAgentThatForksThere() {
        agentWith("{'sessionCapabilities':{'fork':{'atMessageId':true,'_meta':{'acp4j/fork':{'user':false}}}}}");
        ForkableSession session = fixture.session();
        fixture.user("s1", "m1", "unanswered");
        fixture.user("s1", "m2", "second");

        assertThat(session.offers(ForkPoint.at(new MessageId("m1")))).isFalse();
        assertThatThrownBy(() -> session.editAndFork(new MessageId("m2"), "other"))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork._meta.acp4j/fork.user"));
        expectNothingSent(session);
    }

    @Test
    @DisplayName("32: an id that the client does not know is for the agent to refuse, with its reason")
    void unknownIdIsRefusedByTheAgent() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkableSession> forking =
                session.forkAsync(ForkPoint.at(new MessageId("nowhere")), ForkOptions.DEFAULT);
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
        assertThat(fixture.client.sessions()).containsExactly(session.session());
    }

    @Test
    @DisplayName(
            "48c: a fork by index has exactly the first messages; more than there are, or less than none, is an error")
    void forkByIndexHasExactlyTheFirstMessages() {
        ForkableSession session = twoTurns();
        for (int count : new int[] {2, 4}) {
            CompletableFuture<ForkableSession> forking = session.forkAsync(ForkPoint.first(count), ForkOptions.DEFAULT);
            JsonNode sent = fixture.answerNext("session/fork", "{'sessionId':'f" + count + "'}");
            assertThat(sent.path("messageId").asText()).isEqualTo("a" + count / 2);
            assertThat(get(forking).messages()).isEqualTo(session.messages().first(count));
        }

        assertThatThrownBy(() -> session.fork(ForkPoint.first(5))).isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> ForkPoint.first(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.fork(ForkPoint.first(3)))
                .as("a message without id")
                .isInstanceOf(NoForkPointException.class);
        expectNothingSent(session);
    }

    @Test
    @DisplayName("53: no fork is offered at messages without ids, unless that is the end of the session")
    void messagesWithoutIdsAreNoForkPoints() {
        agentWith(ForkFixture.PLAIN);
        ForkableSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", null);
        fixture.user("s1", null, "second");
        fixture.answer("s1", null);

        assertThat(session.messages().messages())
                .extracting(message -> session.offers(ForkPoint.at(message)))
                .containsExactly(false, false, false, true);
        assertThat(session.offers(ForkPoint.before(message(session, 2)))).isFalse();
        assertThatThrownBy(() -> session.fork(ForkPoint.at(message(session, 0))))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("message 1 of 4 (user)")
                .hasMessageContaining("load the session again")
                .hasMessageContaining("echoUserMessages(true)")
                .hasMessageNotContaining("first");
        CompletableFuture<ForkableSession> forking =
                session.forkAsync(ForkPoint.at(message(session, 3)), ForkOptions.DEFAULT);
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}").has("messageId"))
                .isFalse();
        assertThat(get(forking).messages().messages()).hasSize(4);
    }

    @Test
    @DisplayName(
            "53: during a turn the end of the session is not what the client sees last, so it stands for no message")
    void endOfARunningTurnStandsForNoMessage() {
        ForkableSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", "a1");
        CompletableFuture<?> turn = session.session().promptAsync("second");
        JsonNode prompt = fixture.agent.expect("session/prompt");
        fixture.user("s1", null, "second");

        assertThat(session.offers(ForkPoint.at(message(session, 2)))).isFalse();
        assertThat(session.offers(ForkPoint.at(message(session, 1)))).isTrue();
        CompletableFuture<ForkableSession> told = session.forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        fixture.answerNext(
                "session/fork", "{'sessionId':'s2','_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkDepth':2}}}");
        CompletableFuture<ForkableSession> untold = session.forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s3'}");

        assertThat(get(told).messages()).isEqualTo(session.messages().first(2));
        assertThat(get(untold).messages()).isEqualTo(MessageHistory.NONE);
        fixture.agent.result(prompt, "{'stopReason':'end_turn'}");
        get(turn);
    }

    @Test
    void agentIsToldWhoseMessageIsMeantWhenTwoHaveTheSameId() {
        ForkableSession session = fixture.session();
        fixture.user("s1", "1", "first");
        fixture.answer("s1", "1");
        fixture.user("s1", "2", "second");
        CompletableFuture<ForkableSession> forking =
                session.forkAsync(ForkPoint.before(new MessageId("2")), ForkOptions.DEFAULT);

        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}").at("/_meta"))
                .isEqualTo(json("{'acp4j/fork':{'role':'agent'}}"));
        get(forking);
    }

    @Test
    void labelIsLeftOutAndKeyIsRefusedWhereTheAgentDoesNotKnowThem() {
        agentWith(ForkFixture.PLAIN);
        ForkableSession session = twoTurns();
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();

        CompletableFuture<ForkableSession> labelled = session.forkAsync(ForkPoint.end(), ForkOptions.labelled("alt"));
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}"))
                .isEqualTo(json("{'sessionId':'s1','cwd':'/project'}"));
        get(labelled);
        assertThatThrownBy(() -> session.fork(ForkPoint.end(), keyed))
                .isInstanceOf(UnsupportedCapabilityException.class);
        expectNothingSent(session);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "\t", "two\nlines", "bell\u0007", "\u202Eleft", "line\u2028end", "\u200B", "\uD800"})
    void labelThatIsNoLineOfVisibleTextIsRefused(String label) {
        ForkableSession session = twoTurns();

        assertThatThrownBy(() -> ForkOptions.labelled(label)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SessionBranches.of(session.session()).label(new MessageId("a1"), label))
                .isInstanceOf(IllegalArgumentException.class);
        expectNothingSent(session);
    }

    @Test
    void thoughtsAndUnknownMessagesAreNotOffered() {
        ForkableSession session = twoTurns();

        assertThat(session.offers(ForkPoint.at(new MessageId("a1")))).isTrue();
        assertThat(session.offers(ForkPoint.at(new MessageId("a-thought")))).isFalse();
        assertThat(session.offers(ForkPoint.before(new MessageId("a1")))).isFalse();
        assertThat(session.offers(ForkPoint.at(new MessageId("")))).isFalse();
        assertThat(session.way(ForkPoint.at(new MessageId("a1")))).isEqualTo(ForkMechanism.MESSAGE_ID);
        assertThat(session.way(ForkPoint.end())).isEqualTo(ForkMechanism.WHOLE);
        assertThat(session.way(ForkPoint.first(0))).isEqualTo(ForkMechanism.NEW_SESSION);
        assertThat(session.madeBy()).isNull();
    }

    @Test
    @DisplayName("25: a fork that is asked for again with its key is the same session")
    void repeatedRequestGivesTheSameSession() {
        ForkableSession session = twoTurns();
        ForkOptions keyed = ForkOptions.builder()
                .idempotencyKey("k")
                .cwd(Path.of("/elsewhere"))
                .listener((same, update) -> {})
                .build();
        CompletableFuture<ForkableSession> first = session.forkAsync(ForkPoint.end(), keyed);
        JsonNode sent = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        CompletableFuture<ForkableSession> second = session.forkAsync(ForkPoint.end(), keyed);
        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}")).isEqualTo(sent);

        assertThat(sent.at("/_meta/acp4j~1fork/idempotencyKey").asText()).isEqualTo("k");
        assertThat(sent.path("cwd").asText())
                .isEqualTo(Path.of("/elsewhere").toAbsolutePath().toString());
        assertThat(get(second).session()).isSameAs(get(first).session());
    }

    @Test
    void forkWhosePromptCannotBeSentDoesNotStay() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkedTurn> editing = session.editAndForkAsync(
                message(session, 2),
                List.of(new ImageContent("aGk=", "image/png", null, null, null)),
                ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        fixture.answerNext("session/close", "{}");
        fixture.answerNext("session/delete", "{}");

        assertThatThrownBy(() -> get(editing)).isInstanceOf(UnsupportedCapabilityException.class);
        assertThat(fixture.client.sessions()).containsExactly(session.session());
    }

    @Test
    void cancellingAForkTellsTheAgent() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkableSession> forking = session.forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode request = fixture.agent.expect("session/fork");

        forking.cancel(true);

        assertThat(fixture.agent.expect("$/cancel_request").at("/params/requestId"))
                .isEqualTo(request.get("id"));
    }
}
