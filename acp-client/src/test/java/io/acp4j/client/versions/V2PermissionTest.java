package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static io.acp4j.client.versions.V2Fixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class V2PermissionTest {

    private static final String OPTIONS = "'options':[{'optionId':'yes','name':'Yes','kind':'allow_once'}]";
    private static final String ABOUT_CALL =
            "'subject':{'type':'tool_call','toolCall':{'toolCallId':'c1','title':'Removing','kind':'delete'}},";
    private static final JsonNode CANCELLED = json("{'outcome':{'outcome':'cancelled'}}");

    private final RawAgent agent = new RawAgent();
    private final BlockingQueue<RequestPermissionRequest> asked = new LinkedBlockingQueue<>();
    private final CompletableFuture<RequestPermissionResponse> decision = new CompletableFuture<>();
    private AcpClient client;
    private ClientSession session;

    private void open(Consumer<AcpClientBuilder> settings) {
        client = V2Fixture.connect(agent, "{}", builder -> {
            builder.transcripts(TranscriptOptions.KEEP_ALL);
            settings.accept(builder);
        });
        session = V2Fixture.open(client, agent, "s1");
    }

    private void openWithAPersonWhoPonders() {
        open(builder -> builder.onPermissionAsync((request, context) -> {
            asked.add(request);
            return decision;
        }));
    }

    @Test
    void workThatBeginsWhenAllThatWasCancelledHasEndedMayAsk() throws Exception {
        openWithAPersonWhoPonders();
        agent.update("s1", "{'sessionUpdate':'state_update','state':'idle','background':[]}");
        PromptTurn held = session.startTurn("one");
        JsonNode prompt = agent.expect("session/prompt");
        session.cancel();
        agent.expect("session/cancel");
        agent.error(prompt, -32800, "cancelled");
        assertThat(get(held.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
        agent.update("s1", "{'sessionUpdate':'state_update','state':'running','background':[]}");
        ask(ABOUT_CALL);

        assertThat(asked.poll(60, TimeUnit.SECONDS)).isNotNull();
    }

    private void ask(String subject) {
        ask(7, subject);
    }

    private void ask(int id, String subject) {
        agent.request(
                Integer.toString(id),
                "session/request_permission",
                "{'sessionId':'s1','title':'May I?'," + subject + OPTIONS + "}");
    }

    private RequestPermissionRequest awaitQuestion() throws InterruptedException {
        RequestPermissionRequest request = asked.poll(60, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private JsonNode expectOutcome() {
        JsonNode response = agent.next();
        assertThat(response.path("id").asInt()).isEqualTo(7);
        return response.get("result");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aRequestWhoseIdIsNullIsRefused() {
        open(builder -> {});
        agent.request(
                "null",
                "session/request_permission",
                "{'sessionId':'s1','title':'May I?'," + ABOUT_CALL + OPTIONS + "}");

        JsonNode response = agent.next();

        assertThat(response.get("id").isNull()).isTrue();
        assertThat(response.at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void withoutAHandlerTheOutcomeIsCancelled() {
        open(builder -> {});
        ask(ABOUT_CALL);

        assertThat(expectOutcome()).isEqualTo(CANCELLED);
    }

    @Test
    void withoutAHandlerTheOutcomeIsCancelledInVersion1() {
        client = agent.connect("{}", builder -> builder.protocolVersions(V2Fixture.V2, V2Fixture.V1));
        agent.request(
                "7", "session/request_permission", "{'sessionId':'s1','toolCall':{'toolCallId':'c1'}," + OPTIONS + "}");

        assertThat(agent.next().at("/result/outcome/outcome").asText()).isEqualTo("cancelled");
    }

    @Test
    void thePersonSeesTheTitleAndTheSubjectAndTheCallIsShown() throws Exception {
        openWithAPersonWhoPonders();
        ask("'description':'It is gone then.'," + ABOUT_CALL);
        RequestPermissionRequest request = awaitQuestion();
        assertThat(request.title()).isEqualTo("May I?");
        assertThat(request.description()).isEqualTo("It is gone then.");
        assertThat(session.transcript()
                        .snapshot()
                        .find(new ToolCallId("c1"))
                        .call()
                        .title())
                .isEqualTo("Removing");
        decision.complete(
                RequestPermissionResponse.selected(request.options().get(0).optionId()));

        assertThat(expectOutcome()).isEqualTo(json("{'outcome':{'outcome':'selected','optionId':'yes'}}"));
    }

    @Test
    void aCommandAndAnUnknownSubjectReachTheHandler() throws Exception {
        openWithAPersonWhoPonders();
        ask("'subject':{'type':'command','command':'rm','cwd':'/'},");
        assertThat(awaitQuestion().subject()).isInstanceOf(CommandPermissionSubject.class);
        ask(8, "'subject':{'type':'tomorrow'},");
        assertThat(awaitQuestion().toolCall()).isNull();
        ask(9, "");
        assertThat(awaitQuestion().subject()).isNull();
    }

    /** The same call, asked about in other words; the person reads the words of the question, not those of the call alone. */
    @ParameterizedTest
    @CsvSource({
        "May I read?,      ,           2",
        "May I?,           It is gone, 2",
        "May I?,           ,           1",
    })
    void aRememberedChoiceCoversOnlyQuestionsInTheSameWords(String title, String description, int questions)
            throws Exception {
        BlockingQueue<PermissionQuestion> shown = new LinkedBlockingQueue<>();
        open(builder -> builder.host(PermissionBroker.asking(question -> {
            shown.add(question);
            return question.options().get(0);
        })));
        ask(1, "May I?", null);
        assertThat(agent.next().at("/result/outcome/optionId").asText()).isEqualTo("always");
        ask(2, title, description);
        assertThat(agent.next().at("/result/outcome/optionId").asText()).isEqualTo("always");
        assertThat(shown).hasSize(questions);
    }

    private void ask(int id, String title, @Nullable String description) {
        agent.request(
                Integer.toString(id),
                "session/request_permission",
                "{'sessionId':'s1','title':'" + title + "',"
                        + (description == null ? "" : "'description':'" + description + "',") + ABOUT_CALL
                        + "'options':[{'optionId':'always','name':'Always','kind':'allow_always'}]}");
    }

    @Test
    void aRequestThatTheAgentWithdrawsIsCancelled() throws Exception {
        openWithAPersonWhoPonders();
        ask(ABOUT_CALL);
        awaitQuestion();
        agent.notification("$/cancel_request", "{'requestId':7}");

        assertThat(expectOutcome()).isEqualTo(CANCELLED);
        await(decision::isCancelled);
    }

    /** What becomes of a pending request when the session is cancelled, by its subject and by what the agent lists. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'background':[]| call| true",
                "'background':[{'type':'tool_call','toolCallId':'c2'}]| call| true",
                "'background':[{'type':'tool_call','toolCallId':'c1'}]| call| false",
                "'_meta':{}| call| false",
                "'background':[]| nothing| false"
            })
    void cancellingAnswersOnlyWhatIsKnownToBelongToTheWorkThatEnds(String members, String subject, boolean answered)
            throws Exception {
        openWithAPersonWhoPonders();
        PromptTurn turn = session.startTurn("Hi");
        V2Fixture.insert(agent, agent.expect("session/prompt"), "u1");
        agent.update("s1", "{'sessionUpdate':'state_update','state':'running'," + members + "}");
        await(() -> session.transcript().snapshot().state() != null);
        ask(subject.equals("call") ? ABOUT_CALL : "");
        awaitQuestion();
        get(turn.inserted());
        session.cancel();
        agent.expect("session/cancel");

        if (!answered) {
            assertThat(decision).isNotDone();
            agent.notification("$/cancel_request", "{'requestId':7}");
        }
        assertThat(expectOutcome()).isEqualTo(CANCELLED);
        V2Fixture.idle(agent, "s1", "cancelled");
        get(turn.result());
    }

    @Test
    void closingTheSessionAnswersAllThatIsPending() throws Exception {
        openWithAPersonWhoPonders();
        ask("");
        awaitQuestion();
        CompletableFuture<Void> closing = session.closeAsync();

        JsonNode first = agent.next();
        JsonNode second = agent.next();
        JsonNode request = first.has("method") ? first : second;
        JsonNode response = first.has("method") ? second : first;
        assertThat(request.path("method").asText()).isEqualTo("session/close");
        assertThat(response.get("result")).isEqualTo(CANCELLED);
        agent.result(request, "{}");
        get(closing);
    }
}
