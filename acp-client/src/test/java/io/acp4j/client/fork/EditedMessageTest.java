package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
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
        ClientSession session = twoTurns();
        CompletableFuture<PromptTurn> editing = supplyAsync(() -> session.forks()
                .editAndFork(
                        message(session, 2),
                        List.of(ContentBlock.text("second, better")),
                        ForkOptions.labelled("alt")));

        JsonNode fork = fixture.answerNext(
                "session/fork",
                "{'sessionId':'s2','_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkMessageId':'a1','forkDepth':2,"
                        + "'label':'alt'}}}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        PromptTurn edited = get(editing);
        get(edited.result());

        assertThat(fork)
                .isEqualTo(json("{'sessionId':'s1','messageId':'a1','cwd':'/project',"
                        + "'_meta':{'acp4j/fork':{'label':'alt'}}}"));
        assertThat(prompt.at("/sessionId").asText()).isEqualTo("s2");
        assertThat(prompt.at("/prompt/0/text").asText()).isEqualTo("second, better");
        assertThat(SessionLineage.of(edited.session().origin().meta()).label()).isEqualTo("alt");
        assertThat(session.forks().messages()).hasSize(4);
    }

    @Test
    void messageWithAnIdIsEditedByIt() {
        ClientSession session = fixture.session();
        fixture.user("s1", "m1", "first");
        fixture.answer("s1", "a1");
        fixture.user("s1", "m2", "second");
        CompletableFuture<PromptTurn> editing =
                supplyAsync(() -> session.forks().editAndFork(new MessageId("m2"), "second, better"));

        JsonNode fork = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(editing).result());

        assertThat(fork.path("messageId").asText()).isEqualTo("a1");
        assertThatThrownBy(() -> session.forks().editAndFork(new MessageId("a1"), "no"))
                .isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> session.forks().editAndFork(message(session, 1), List.of(), ForkOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("30: a message of the fork can be edited in turn, with what the fork inherited before it")
    void editsNest() {
        ClientSession session = twoTurns();
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.first(2), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        ClientSession fork = get(forking);
        fixture.turn(fork, "third", "b3");

        assertThat(fork.forks().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("USER null", "AGENT a1", "USER null", "AGENT b3");
        CompletableFuture<PromptTurn> again = supplyAsync(() ->
                fork.forks().editAndFork(message(fork, 2), List.of(ContentBlock.text("fourth")), ForkOptions.DEFAULT));
        JsonNode nested = fixture.answerNext("session/fork", "{'sessionId':'s3'}");
        fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(again).result());

        assertThat(nested.path("sessionId").asText()).isEqualTo("s2");
        assertThat(nested.path("messageId").asText()).isEqualTo("a1");
    }

    @Test
    @DisplayName("31: the very first message is edited in a new session that says where it comes from")
    void firstMessageIsEditedInANewSession() {
        ClientSession session = twoTurns();
        CompletableFuture<PromptTurn> editing = supplyAsync(() -> session.forks()
                .editAndFork(
                        message(session, 0), List.of(ContentBlock.text("anew")), ForkOptions.labelled("take two")));

        JsonNode made = fixture.answerNext("session/new", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(editing).result());

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
        ClientSession session = twoTurns();

        assertThat(session.forks().supports(session.forks().before(message(session, 0))))
                .isTrue();
        assertThat(session.forks().supports(session.forks().before(message(session, 2))))
                .isFalse();
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.first(0), ForkOptions.DEFAULT);
        JsonNode made = fixture.answerNext("session/new", "{'sessionId':'s2'}");

        assertThat(made).isEqualTo(json("{'cwd':'/project','mcpServers':[]}"));
        assertThat(get(forking).forks().messages()).isEmpty();
        CompletableFuture<ClientSession> labelled =
                session.forks().forkAsync(ForkPoint.first(0), ForkOptions.labelled("x"));
        assertThat(fixture.answerNext("session/new", "{'sessionId':'s3'}")).isEqualTo(made);
        get(labelled);
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.first(0), keyed))
                .isInstanceOf(IllegalArgumentException.class);
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
        ClientSession session = fixture.session(
                "{'sessionId':'s1'," + String.format(modes, "code") + "," + String.format(options, "true", "b") + "}");
        fixture.user("s1", null, "first");
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.first(0), ForkOptions.DEFAULT);
        fixture.answerNext(
                "session/new",
                "{'sessionId':'s2'," + String.format(modes, "ask") + "," + String.format(options, "false", "a") + "}");

        JsonNode mode = fixture.answerNext("session/set_mode", "{}");
        JsonNode web = fixture.agent.expect("session/set_config_option");
        fixture.agent.error(web, -32602, "no");
        JsonNode model =
                fixture.answerNext("session/set_config_option", "{" + String.format(options, "false", "b") + "}");
        ClientSession fork = get(forking);

        assertThat(mode).isEqualTo(json("{'sessionId':'s2','modeId':'code'}"));
        assertThat(web.at("/params/configId").asText()).isEqualTo("web");
        assertThat(model.path("configId").asText()).isEqualTo("model");
        assertThat(fork.modes().currentModeId().value()).isEqualTo("code");
    }

    @Test
    void anotherAnswerIsAskedForWithTheSameMessage() {
        ClientSession session = twoTurns();
        CompletableFuture<PromptTurn> asking = supplyAsync(() -> session.forks().regenerate(new MessageId("a2")));

        JsonNode fork = fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(asking).result());

        assertThat(fork.path("messageId").asText()).isEqualTo("a1");
        assertThat(prompt.at("/prompt")).isEqualTo(json("[{'type':'text','text':'second'}]"));
    }

    @Test
    void anotherAnswerToTheFirstMessageIsAskedForInANewSession() {
        ClientSession session = twoTurns();
        CompletableFuture<PromptTurn> asking = supplyAsync(() -> session.forks().regenerate(new MessageId("a1")));

        fixture.answerNext("session/new", "{'sessionId':'s2'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        get(get(asking).result());

        assertThat(prompt.at("/prompt/0/text").asText()).isEqualTo("first");
    }

    @Test
    void anyOfSeveralAnswersIsTracedToItsQuestion() {
        ClientSession session = twoTurns();
        TranscriptMessage later = fixture.answer("s1", "a3");
        CompletableFuture<PromptTurn> asking =
                supplyAsync(() -> session.forks().regenerate(later, ForkOptions.DEFAULT));

        assertThat(fixture.answerNext("session/fork", "{'sessionId':'s2'}")
                        .path("messageId")
                        .asText())
                .isEqualTo("a1");
        assertThat(fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}")
                        .at("/prompt/0/text")
                        .asText())
                .isEqualTo("second");
        get(get(asking).result());
        assertThatThrownBy(() -> session.forks().regenerate(message(session, 0), ForkOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sessionWhoseBeginningIsNotKnownIsNotStartedOver() {
        ClientSession session = twoTurns();
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.at(new MessageId("elsewhere")), ForkOptions.DEFAULT);
        fixture.answerNext("session/fork", "{'sessionId':'s2'}");
        ClientSession fork = get(forking);
        fixture.user("s2", null, "on");
        fixture.answer("s2", "b1");
        fixture.user("s2", null, "on and on");

        assertThat(fork.forks().supports(fork.forks().before(message(fork, 2)))).isTrue();
        assertThatThrownBy(() -> fork.forks().fork(fork.forks().before(message(fork, 0))))
                .isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> fork.forks().fork(ForkPoint.first(0))).isInstanceOf(NoForkPointException.class);
        expectNothingSent(fork);
    }

    @ParameterizedTest(name = "56: message {0} of another history is not mistaken for one of this")
    @CsvSource({"1, other", "9, a1"})
    void messagesOfAnotherHistoryAreNotMistaken(int index, String id) {
        ClientSession session = twoTurns();
        fixture.session("{'sessionId':'s2'}");
        for (int i = 0; i < index; i++) {
            fixture.user("s2", "u" + i, "earlier");
        }
        TranscriptMessage stale = fixture.answer("s2", id);

        assertThatThrownBy(() -> session.forks().at(stale)).isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> session.forks().before(stale)).isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> session.forks().regenerate(stale)).isInstanceOf(NoForkPointException.class);
        expectNothingSent(session);
    }
}
