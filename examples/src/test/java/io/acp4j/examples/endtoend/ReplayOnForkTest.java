package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client knows of forks, whether the agent sends their histories again or not, and echoes prompts or not. */
@Tag("full")
@Timeout(120)
class ReplayOnForkTest {

    private static final int ROUNDS = 10;

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void forksBeginWithWhatTheyInheritedAndEndWithWhatWasSaid(boolean replay, boolean echo) {
        inRounds(replay, echo, ReplayOnForkTest::forkInAllWays);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void forksThatAreLoadedRightAwayHaveTheirHistoryOnce(boolean replay, boolean echo) {
        inRounds(replay, echo, client -> {
            ClientSession session = client.newSession(Path.of("."));
            session.prompt("two");
            session.prompt("b");
            ClientSession source = session;
            for (int count = 1; count <= 4; count++) {
                ForkPoint point = ForkPoint.first(count);
                if (!source.forks().supports(point)) {
                    continue; // Without echoes prompts have no ids.
                }
                SessionId id = source.forks().fork(point).id();
                ClientSession loaded = client.loadSession(
                        LoadSessionRequest.builder(
                                        id, Path.of(".").toAbsolutePath().toString())
                                .build(),
                        null);
                assertThat(loaded.forks().messages())
                        .as("messages of a fork at the %d. message", count)
                        .map(message -> ((TextContent) message.content().get(0)).text())
                        .containsExactlyElementsOf(
                                List.of("two", "heard two", "b", "heard b").subList(0, count));
                loaded.prompt("c");
                assertThat(loaded.forks().messages()).hasSize(count + 2);
            }
        });
    }

    private static void inRounds(boolean replay, boolean echo, Consumer<AcpClient> check) {
        for (int round = 0; round < ROUNDS; round++) {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            AcpAgent.builder()
                    .info("forking", "1")
                    .sessions(
                            SessionRepository.over(SessionStore.inMemory()),
                            SessionServiceOptions.builder().replayOnFork(replay).build())
                    .echoUserMessages(echo)
                    .onPrompt(turn -> {
                        turn.toolCall("Look", ToolKind.READ).complete("seen");
                        turn.say("heard " + turn.text());
                    })
                    .build()
                    .serve(pair.agent());
            try (AcpClient client = AcpClient.builder(pair.client())
                    .transcripts(TranscriptOptions.KEEP_ALL)
                    .connect()) {
                check.accept(client);
            }
        }
    }

    private static void forkInAllWays(AcpClient client) {
        ClientSession session = client.newSession(Path.of("."));
        session.prompt("a");
        session.prompt("b");
        ClientSession source = session;

        ClientSession edited = source.forks()
                .editAndFork(source.forks().messages().get(2), List.of(ContentBlock.text("b2")), ForkOptions.DEFAULT)
                .session();
        expect(edited, "a", "tool", "heard a", "b2", "tool", "heard b2");

        List<TranscriptMessage> messages = edited.forks().messages();
        ClientSession again = edited.forks()
                .regenerate(messages.get(messages.size() - 1), ForkOptions.DEFAULT)
                .session();
        expect(again, "a", "tool", "heard a", "b2", "tool", "heard b2");

        ClientSession whole = source.forks().fork(ForkPoint.end());
        whole.prompt("a");
        expect(whole, "a", "tool", "heard a", "b", "tool", "heard b", "a", "tool", "heard a");
        assertThat(whole.forks().messages()).hasSize(6);
    }

    private static void expect(ClientSession fork, String... entries) {
        Awaitility.await().atMost(java.time.Duration.ofSeconds(60)).until(() -> !fork.isTurnInProgress());
        assertThat(fork.transcript().snapshot().entries())
                .map(entry -> entry instanceof TranscriptMessage message ? message.text() : "tool")
                .containsExactly(entries);
    }
}
