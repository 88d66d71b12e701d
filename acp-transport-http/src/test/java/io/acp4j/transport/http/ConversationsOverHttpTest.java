package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions that are stored, forked and loaded over HTTP. */
class ConversationsOverHttpTest {

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private AcpClient client;

    @BeforeEach
    void start() {
        AcpAgent agent = AcpAgent.builder()
                .info("branching", "1")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(turn -> {
                    if (turn.text().equals("ask")) {
                        var call = turn.toolCall(ToolCall.builder(new ToolCallId("c" + turn.userMessageId()), "a call")
                                .kind(ToolKind.OTHER)
                                .build());
                        var decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                        call.complete("done");
                        turn.say("heard: " + (decision == null ? "nothing" : "a decision"));
                        return;
                    }
                    turn.say("heard: "
                            + turn.history().stream()
                                    .filter(node -> node.kind().isMessage())
                                    .map(node -> node.text())
                                    .filter(text -> !text.startsWith("heard"))
                                    .collect(Collectors.joining(" | ")));
                })
                .build();
        server = HttpServer.builder(agent::serve).start();
        client = connect(server.uri());
    }

    private AcpClient connect(URI uri) {
        return AcpClient.builder(AcpEndpoint.connect(uri))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .onPermission((request, context) -> {
                    asked.incrementAndGet();
                    return RequestPermissionResponse.selected(
                            request.options().get(0).optionId());
                })
                .connect();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static String lastAnswer(ClientSession session) {
        List<TranscriptMessage> messages = session.transcript().snapshot().messages();
        return messages.get(messages.size() - 1).text();
    }

    @Test
    void editedMessageIsAnsweredInAForkAndTheSourceStaysAsItIs() throws Exception {
        ClientSession session = client.newSession(Path.of("."));
        for (String prompt : List.of("a", "b", "c")) {
            session.prompt(prompt);
        }
        ClientSession main = session;
        PromptTurn edited = main.forks()
                .editAndFork(
                        main.forks().messages().get(2), List.of(ContentBlock.text("b2")), ForkOptions.labelled("alt"));
        edited.result().get(60, TimeUnit.SECONDS);
        assertThat(lastAnswer(edited.session())).isEqualTo("heard: a | b2");
        session.prompt("d");
        assertThat(lastAnswer(session)).isEqualTo("heard: a | b | c | d");
    }

    @Test
    void permissionIsAskedForAndGivenWhileTheTurnRuns() {
        ClientSession session = client.newSession(Path.of("."));
        session.prompt("ask");
        assertThat(asked).hasValue(1);
        assertThat(lastAnswer(session)).isEqualTo("heard: a decision");
    }

    @Test
    void sessionIsLoadedWithAllItsHistoryOnANewConnectionAfterACut() throws Exception {
        try (Relay relay = new Relay(server.port())) {
            AcpClient cut = connect(URI.create("http://localhost:" + relay.port()));
            ClientSession session = cut.newSession(Path.of("."));
            session.prompt("a");
            session.prompt("b");
            relay.cutAt(0);
            relay.reset();
            cut.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
            ClientSession loaded = client.loadSession(session.id(), Path.of("."));
            assertThat(loaded.transcript().snapshot().messages())
                    .extracting(TranscriptMessage::text)
                    .containsExactly("a", "heard: a", "b", "heard: a | b");
            loaded.prompt("c");
            assertThat(lastAnswer(loaded)).isEqualTo("heard: a | b | c");
        }
    }
}
