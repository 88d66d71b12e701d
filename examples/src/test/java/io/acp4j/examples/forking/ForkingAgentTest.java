package io.acp4j.examples.forking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.UserMessageChunk;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForkingAgentTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private AcpClient client;

    @BeforeEach
    void connect() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        ForkingAgent.create(repository).serve(pair.agent());
        client = AcpClient.builder(pair.client()).info("test", "1").connect();
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    @Test
    void conversationGoesOnOverAnotherConnection() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        client.close();
        connect();

        ClientSession loaded = client.loadSession(main.session.id(), Path.of("."));

        assertThat(new Talk(loaded).ask("b")).isEqualTo("Question 2. I have heard: a | b");
    }

    @Test
    void wholeForkHasHeardEverythingAndGoesItsOwnWay() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        main.ask("b");

        Talk fork = new Talk(main.session.forks().fork());

        assertThat(fork.ask("c")).isEqualTo("Question 3. I have heard: a | b | c");
        assertThat(main.ask("d")).isEqualTo("Question 3. I have heard: a | b | d");
    }

    @Test
    void forkAtAnAnswerForgetsWhatCameAfter() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        MessageId firstAnswer = main.lastAnswer();
        main.ask("b");

        assertThat(new Talk(main.session.forks().fork(ForkPoint.at(firstAnswer))).ask("b2"))
                .isEqualTo("Question 2. I have heard: a | b2");
    }

    @Test
    void forkAtAQuestionHoldsTheQuestion() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");

        Talk fork = new Talk(main.session.forks().fork(ForkPoint.at(main.lastQuestion())));

        assertThat(fork.ask("b")).isEqualTo("Question 2. I have heard: a | b");
    }

    @Test
    void forkOfAForkReachesTheMessagesOfBoth() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        MessageId inherited = main.lastAnswer();
        Talk fork = new Talk(main.session.forks().fork(ForkPoint.at(inherited)));
        fork.ask("b");

        assertThat(new Talk(fork.session.forks().fork(ForkPoint.at(inherited))).ask("c"))
                .isEqualTo("Question 2. I have heard: a | c");
        assertThat(new Talk(fork.session.forks().fork(ForkPoint.at(fork.lastAnswer()))).ask("c"))
                .isEqualTo("Question 3. I have heard: a | b | c");
    }

    @Test
    void messageOfAnotherSessionIsUnknown() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        Talk other = new Talk(client.newSession(Path.of(".")));
        other.ask("b");

        assertThatThrownBy(() -> main.session.forks().fork(ForkPoint.at(other.lastAnswer())))
                .isInstanceOfSatisfying(AcpErrorException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMS);
                    assertThat(Objects.requireNonNull(e.error().data())
                                    .toTree()
                                    .get("reason")
                                    .asText())
                            .isEqualTo("unknown_message");
                });
    }

    @Test
    void messageThatOnlyTheParentSaidLaterIsUnknownToTheFork() {
        Talk main = new Talk(client.newSession(Path.of(".")));
        main.ask("a");
        ClientSession fork = main.session.forks().fork();
        main.ask("b");

        assertThatThrownBy(() -> fork.forks().fork(ForkPoint.at(main.lastAnswer())))
                .isInstanceOf(AcpErrorException.class);
    }

    /** One side of a conversation, remembering what was said under which id. */
    private static final class Talk {
        private final ClientSession session;
        private final List<ContentChunk> chunks = new CopyOnWriteArrayList<>();

        Talk(ClientSession session) {
            this.session = session;
            session.onUpdate((same, update) -> {
                if (update instanceof ContentChunk chunk) {
                    chunks.add(chunk);
                }
            });
        }

        String ask(String question) {
            session.prompt(question);
            return chunks.get(chunks.size() - 1).text();
        }

        MessageId lastAnswer() {
            return Objects.requireNonNull(chunks.get(chunks.size() - 1).messageId());
        }

        MessageId lastQuestion() {
            return Objects.requireNonNull(chunks.stream()
                    .filter(UserMessageChunk.class::isInstance)
                    .reduce((before, last) -> last)
                    .orElseThrow()
                    .messageId());
        }
    }
}
