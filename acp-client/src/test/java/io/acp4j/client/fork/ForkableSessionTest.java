package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForkableSessionTest {

    private ForkFixture fixture = new ForkFixture(ForkFixture.ALL);

    private void agentWith(String capabilities) {
        fixture.close();
        fixture = new ForkFixture(capabilities);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** m1 a1 m2 a2, the user's messages without ids, as agents of version 1 leave them. */
    private ForkableSession twoTurns() {
        ForkableSession session = fixture.session();
        fixture.user("s1", null, "first");
        fixture.answer("s1", "a1");
        fixture.user("s1", null, "second");
        fixture.answer("s1", "a2");
        return session;
    }

    private static HistoryMessage message(ForkableSession session, int index) {
        return session.messages().messages().get(index);
    }

    private void expectNothingSent(ForkableSession session) {
        fixture.agent.expectNothingBefore(session.session()::cancel, "session/cancel");
    }

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
    @DisplayName("30: a message is edited by a fork after the one before it, and prompting the new text there")
    void editedMessageIsPromptedInAForkThatEndsBeforeIt() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkedTurn> editing = supplyAsync(() -> session.editAndFork(
                message(session, 2), List.of(ContentBlock.text("second, better")), ForkOptions.labelled("alt")));

        JsonNode fork = fixture.answerNext(
                "session/fork",
                "{'sessionId':'s2','_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkMessageId':'a1','forkDepth':2,"
                        + "'label':'alt'}}}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        ForkedTurn edited = get(editing);
        get(edited.turn().result());

        assertThat(fork)
                .isEqualTo(json("{'sessionId':'s1','messageId':'a1','cwd':'/project',"
                        + "'_meta':{'acp4j/fork':{'label':'alt'}}}"));
        assertThat(prompt.at("/sessionId").asText()).isEqualTo("s2");
        assertThat(prompt.at("/prompt/0/text").asText()).isEqualTo("second, better");
        assertThat(SessionLineage.of(edited.session().opening().meta()).label()).isEqualTo("alt");
        assertThat(session.messages().messages()).hasSize(4);
    }

    @Test
    void messageWithAnIdIsEditedByIt() {
        ForkableSession session = fixture.session();
        fixture.user("s1", "m1", "first");
        fixture.answer("s1", "a1");
        fixture.user("s1", "m2", "second");
        CompletableFuture<ForkedTurn> editing =
                supplyAsync(() -> session.editAndFork(new MessageId("m2"), "second, better"));

        JsonNode fork = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(editing).turn().result());

        assertThat(fork.path("messageId").asText()).isEqualTo("a1");
        assertThatThrownBy(() -> session.editAndFork(new MessageId("a1"), "no"))
                .isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> session.editAndFork(message(session, 1), List.of(), ForkOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("30: a message of the fork can be edited in turn, with what the fork inherited before it")
    void editsNest() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkableSession> forking = session.forkAsync(ForkPoint.first(2), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        ForkableSession fork = get(forking);
        fixture.user("s2", null, "third");
        fixture.answer("s2", "b3");

        assertThat(fork.messages().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("user null", "agent a1", "user null", "agent b3");
        CompletableFuture<ForkedTurn> again = supplyAsync(
                () -> fork.editAndFork(message(fork, 2), List.of(ContentBlock.text("fourth")), ForkOptions.DEFAULT));
        JsonNode nested = fixture.answerNext("session/fork", "{'sessionId':'s3'}");
        fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(again).turn().result());

        assertThat(nested.path("sessionId").asText()).isEqualTo("s2");
        assertThat(nested.path("messageId").asText()).isEqualTo("a1");
    }

    @Test
    @DisplayName("31: the very first message is edited in a new session that says where it comes from")
    void firstMessageIsEditedInANewSession() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkedTurn> editing = supplyAsync(() -> session.editAndFork(
                message(session, 0), List.of(ContentBlock.text("anew")), ForkOptions.labelled("take two")));

        JsonNode made = fixture.answerNext("session/new", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(editing).turn().result());

        assertThat(made)
                .isEqualTo(json("{'cwd':'/project','mcpServers':[],"
                        + "'_meta':{'acp4j/lineage':{'parentSessionId':'s1','label':'take two'}}}"));
        assertThat(prompt.at("/sessionId").asText()).isEqualTo("s2");
        assertThat(prompt.at("/prompt/0/text").asText()).isEqualTo("anew");
    }

    @Test
    @DisplayName("31: an agent that knows neither forks nor lineage has its first message edited all the same")
    void firstMessageIsEditedAtAnyAgent() {
        agentWith("{}");
        ForkableSession session = twoTurns();

        assertThat(session.offers(ForkPoint.before(message(session, 0)))).isTrue();
        assertThat(session.offers(ForkPoint.before(message(session, 2)))).isFalse();
        CompletableFuture<ForkableSession> forking = session.forkAsync(ForkPoint.first(0), ForkOptions.DEFAULT);
        JsonNode made = fixture.answerNext("session/new", "{'sessionId':'s2'}");

        assertThat(made).isEqualTo(json("{'cwd':'/project','mcpServers':[]}"));
        assertThat(get(forking).messages().messages()).isEmpty();
        CompletableFuture<ForkableSession> labelled = session.forkAsync(ForkPoint.first(0), ForkOptions.labelled("x"));
        assertThat(fixture.answerNext("session/new", "{'sessionId':'s3'}")).isEqualTo(made);
        get(labelled);
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();
        assertThatThrownBy(() -> session.fork(ForkPoint.first(0), keyed)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("31: a session that starts over goes on with the mode and the options of the first")
    void newSessionGoesOnWithModeAndOptions() {
        String options = "'configOptions':[{'type':'boolean','id':'web','name':'Web','currentValue':%s},"
                + "{'type':'boolean','id':'same','name':'Same','currentValue':true},"
                + "{'type':'select','id':'model','name':'Model','currentValue':'%s','options':[{'value':'a','name':'A'},"
                + "{'value':'b','name':'B'}]}]";
        String modes = "'modes':{'currentModeId':'%s','availableModes':[{'id':'ask','name':'Ask'},"
                + "{'id':'code','name':'Code'}]}";
        ForkableSession session = fixture.session(
                "{'sessionId':'s1'," + String.format(modes, "code") + "," + String.format(options, "true", "b") + "}");
        fixture.user("s1", null, "first");
        CompletableFuture<ForkableSession> forking = session.forkAsync(ForkPoint.first(0), ForkOptions.DEFAULT);
        fixture.answerNext(
                "session/new",
                "{'sessionId':'s2'," + String.format(modes, "ask") + "," + String.format(options, "false", "a") + "}");

        JsonNode mode = fixture.answerNext("session/set_mode", "{}");
        JsonNode web = fixture.agent.expect("session/set_config_option");
        fixture.agent.error(web, -32602, "no");
        JsonNode model =
                fixture.answerNext("session/set_config_option", "{" + String.format(options, "false", "b") + "}");
        ForkableSession fork = get(forking);

        assertThat(mode).isEqualTo(json("{'sessionId':'s2','modeId':'code'}"));
        assertThat(web.at("/params/configId").asText()).isEqualTo("web");
        assertThat(model.path("configId").asText()).isEqualTo("model");
        assertThat(fork.session().modes().currentModeId().value()).isEqualTo("code");
    }

    @Test
    void anotherAnswerIsAskedForWithTheSameMessage() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkedTurn> asking = supplyAsync(() -> session.regenerate(new MessageId("a2")));

        JsonNode fork = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(asking).turn().result());

        assertThat(fork.path("messageId").asText()).isEqualTo("a1");
        assertThat(prompt.at("/prompt")).isEqualTo(json("[{'type':'text','text':'second'}]"));
    }

    @Test
    void anotherAnswerToTheFirstMessageIsAskedForInANewSession() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkedTurn> asking = supplyAsync(() -> session.regenerate(new MessageId("a1")));

        fixture.answerNext("session/new", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(asking).turn().result());

        assertThat(prompt.at("/prompt/0/text").asText()).isEqualTo("first");
    }

    @Test
    void anyOfSeveralAnswersIsTracedToItsQuestion() {
        ForkableSession session = twoTurns();
        HistoryMessage later = fixture.answer("s1", "a3");
        CompletableFuture<ForkedTurn> asking = supplyAsync(() -> session.regenerate(later, ForkOptions.DEFAULT));

        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}")
                        .path("messageId")
                        .asText())
                .isEqualTo("a1");
        assertThat(fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}")
                        .at("/prompt/0/text")
                        .asText())
                .isEqualTo("second");
        get(get(asking).turn().result());
        assertThatThrownBy(() -> session.regenerate(message(session, 0), ForkOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
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

    @ParameterizedTest(name = "56: message {0} of another history is not mistaken for one of this")
    @CsvSource({"1, other", "9, a1"})
    void messagesOfAnotherHistoryAreNotMistaken(int index, String id) {
        ForkableSession session = twoTurns();
        HistoryMessage stale = new HistoryMessage(
                index,
                message(session, 1).role(),
                new MessageId(id),
                message(session, 1).content());

        assertThatThrownBy(() -> session.fork(ForkPoint.at(stale))).isInstanceOf(NoForkPointException.class);
        assertThat(session.offers(ForkPoint.before(stale))).isFalse();
        expectNothingSent(session);
    }

    @Test
    void sessionWhoseBeginningIsNotKnownIsNotStartedOver() {
        ForkableSession session = twoTurns();
        CompletableFuture<ForkableSession> forking =
                session.forkAsync(ForkPoint.at(new MessageId("elsewhere")), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        ForkableSession fork = get(forking);
        fixture.user("s2", null, "on");
        fixture.answer("s2", "b1");
        fixture.user("s2", null, "on and on");

        assertThat(fork.offers(ForkPoint.before(message(fork, 2)))).isTrue();
        assertThatThrownBy(() -> fork.fork(ForkPoint.before(message(fork, 0))))
                .isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> fork.fork(ForkPoint.first(0))).isInstanceOf(NoForkPointException.class);
        expectNothingSent(fork);
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
        assertThat(session.way(ForkPoint.at(new MessageId("a1")))).isEqualTo(ForkWay.MESSAGE_ID);
        assertThat(session.way(ForkPoint.end())).isEqualTo(ForkWay.WHOLE);
        assertThat(session.way(ForkPoint.first(0))).isEqualTo(ForkWay.NEW_SESSION);
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
