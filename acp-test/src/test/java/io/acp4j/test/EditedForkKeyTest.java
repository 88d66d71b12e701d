package io.acp4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An idempotency key belongs to one edit: the agent refuses it with another prompt. */
class EditedForkKeyTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    @AfterEach
    void close() {
        repository.close();
    }

    private AcpClient connect(int version) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("agent", "1.0.0")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .onPrompt(turn -> turn.say("re: " + turn.text()))
                .build()
                .serve(pair.agent());
        return AcpClient.builder(pair.client())
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    private static ClientSession withTwoTurns(AcpClient client) {
        ClientSession session = client.newSession(Path.of("/project"));
        session.prompt("one");
        session.prompt("two");
        SessionId id = session.id();
        session.close();
        // A loaded session has the ids of all its messages.
        return client.loadSession(id, Path.of("/project"));
    }

    private static TranscriptMessage question(ClientSession session) {
        return session.forks().messages().stream()
                .filter(message -> message.text().equals("two"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aKeyIsRefusedWithAnotherPromptAndNothingIsForked(int version) throws Exception {
        try (AcpClient client = connect(version)) {
            ClientSession source = withTwoTurns(client);
            TranscriptMessage question = question(source);
            ForkOptions options = ForkOptions.builder().idempotencyKey("key").build();
            List<ContentBlock> tea = List.of(ContentBlock.text("tea"));

            PromptTurn first = source.forks().editAndFork(question, tea, options);
            first.result().get(60, TimeUnit.SECONDS);

            assertThatThrownBy(
                            () -> source.forks().editAndFork(question, List.of(ContentBlock.text("coffee")), options))
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            e -> assertThat(Objects.requireNonNull(e.error().data())
                                            .toTree()
                                            .path("reason")
                                            .asText())
                                    .isEqualTo("idempotency_conflict"));
            PromptTurn repeated = source.forks().editAndFork(question, tea, options);
            repeated.result().get(60, TimeUnit.SECONDS);
            assertThat(repeated.session().id()).isEqualTo(first.session().id());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void missingArgumentsAreNamed(int version) {
        try (AcpClient client = connect(version)) {
            ClientSession source = withTwoTurns(client);
            TranscriptMessage question = question(source);
            List<ContentBlock> tea = List.of(ContentBlock.text("tea"));
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().editAndFork((MessageId) null, "tea"))
                    .withMessage("message");
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().editAndFork(new MessageId("m"), null))
                    .withMessage("newPrompt");
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().editAndFork(null, tea, ForkOptions.DEFAULT))
                    .withMessage("message");
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().editAndFork(question, null, ForkOptions.DEFAULT))
                    .withMessage("newPrompt");
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().editAndFork(question, tea, null))
                    .withMessage("options");
            assertThatNullPointerException()
                    .isThrownBy(() -> source.forks().regenerate((MessageId) null))
                    .withMessage("response");
        }
    }
}
