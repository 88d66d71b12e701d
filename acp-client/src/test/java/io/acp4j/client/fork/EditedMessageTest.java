package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message that is edited, or another response to it, becomes: a fork that ends before it, or a new session. */
class EditedMessageTest extends ForkableFixture {

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
        assertThat(SessionLineage.of(edited.session().origin().meta()).label()).isEqualTo("alt");
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
}
