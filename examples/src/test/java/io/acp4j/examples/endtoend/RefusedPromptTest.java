package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A refused prompt is shown as refused, and is not part of any fork. A prompt whose turn failed later remains where the agent has stored
 * it.
 */
@ParameterizedClass(name = "version {0}, echo {1}")
@CsvSource({"1, false", "1, true", "2, true"})
class RefusedPromptTest {

    @Parameter(0)
    private int version;

    @Parameter(1)
    private boolean echo;

    private final FullStore store = new FullStore();
    private final SessionRepository repository = SessionRepository.over(store);
    private final Map<SessionId, AgentSession> atAgent = new ConcurrentHashMap<>();
    private volatile Refusal next = Refusal.POLICY;
    private AcpClient client;

    /** The reasons for which an agent refuses a prompt before it is a part of the conversation. */
    enum Refusal {
        POLICY(new ErrorCode(-32050), "Not in this project"),
        AUTH_REQUIRED(ErrorCode.AUTH_REQUIRED, "Log in"),
        INVALID_PARAMS(ErrorCode.INVALID_PARAMS, "The prompt is empty"),
        INTERNAL_ERROR(ErrorCode.INTERNAL_ERROR, "Internal error"),
        STORE_FAILED(ErrorCode.INTERNAL_ERROR, "The session store");

        private final ErrorCode code;
        private final String message;

        Refusal(ErrorCode code, String message) {
            this.code = code;
            this.message = message;
        }
    }

    private static final class FullStore implements SessionStore {
        private final SessionStore store = SessionStore.inMemory();
        private volatile boolean isFull;

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            return store.read(action);
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            if (isFull) {
                throw new SessionStoreException("the disk of the test store is full", null);
            }
            return store.write(action);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @BeforeEach
    void connect() {
        AcpAgent agent = AcpAgent.builder()
                .info("refusing", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .echoUserMessages(echo)
                .sessionListener((session, origin) -> atAgent.put(session.id(), session))
                .onPromptReceived((request, session) -> {
                    boolean refuses = request.prompt().toString().contains("refuse");
                    store.isFull = refuses && next == Refusal.STORE_FAILED;
                    if (refuses && !store.isFull) {
                        throw new AcpErrorException(next.code, next.message, null);
                    }
                })
                .onPrompt(turn -> {
                    if (turn.text().contains("fail")) {
                        throw new AcpErrorException(ErrorCode.INTERNAL_ERROR, "The model is overloaded", null);
                    }
                    turn.say("re " + turn.text());
                })
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        client = AcpClient.builder(pair.client())
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    @AfterEach
    void disconnect() {
        client.close();
        store.isFull = false;
        repository.close();
    }

    private static void refuse(ClientSession session, String text) {
        assertThatThrownBy(() -> session.prompt(text)).isInstanceOf(AcpErrorException.class);
    }

    private static List<String> shown(ClientSession session) {
        return session.forks().messages().stream().map(TranscriptMessage::text).toList();
    }

    private List<String> stored(ClientSession session) {
        return Objects.requireNonNull(atAgent.get(session.id())).tree().path().stream()
                .filter(entry -> entry.kind().isMessage())
                .map(entry -> entry.text())
                .toList();
    }

    private static List<TranscriptEntry.RefusedPrompt> refused(ClientSession session) {
        return session.transcript().snapshot().entries().stream()
                .filter(TranscriptEntry.RefusedPrompt.class::isInstance)
                .map(TranscriptEntry.RefusedPrompt.class::cast)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void refusedPromptIsShownAsRefusedAndCountsInNoFork(Refusal refusal) throws Exception {
        next = refusal;
        ClientSession session = client.newSession(Path.of("."));
        ClientSession forkable = session;
        session.prompt("one");
        refuse(session, "refuse this");
        session.prompt("two");

        List<String> conversation = List.of("one", "re one", "two", "re two");
        assertThat(shown(forkable)).isEqualTo(conversation).isEqualTo(stored(forkable));
        assertThat(session.transcript().snapshot().messages())
                .extracting(message -> message.index())
                .containsExactly(0, 1, 2, 3);
        assertThat(session.transcript().snapshot().entries())
                .extracting(TranscriptEntry::position)
                .containsExactly(0, 1, 2, 3, 4);
        assertThat(refused(forkable)).singleElement().satisfies(prompt -> {
            assertThat(prompt.text()).isEqualTo("refuse this");
            assertThat(prompt.position()).isEqualTo(2);
            assertThat(Objects.requireNonNull(prompt.error()).code()).isEqualTo(refusal.code);
            assertThat(prompt.error().message()).startsWith(refusal.message);
        });

        ClientSession first = forkable.forks().fork(ForkPoint.first(4));
        assertThat(shown(first)).isEqualTo(conversation).isEqualTo(stored(first));
        assertThat(refused(first)).isEmpty();
        PromptTurn edited = forkable.forks()
                .editAndFork(
                        forkable.forks().messages().get(2), List.of(ContentBlock.text("three")), ForkOptions.DEFAULT);
        edited.result().get(60, TimeUnit.SECONDS);
        assertThat(shown(edited.session()))
                .containsExactly("one", "re one", "three", "re three")
                .isEqualTo(stored(edited.session()));
    }

    @Test
    void firstPromptMayBeRefused() {
        ClientSession session = client.newSession(Path.of("."));
        refuse(session, "refuse this");
        refuse(session, "refuse this");
        assertThat(shown(session)).isEmpty();
        session.prompt("one");
        assertThat(shown(session)).containsExactly("one", "re one");
        assertThat(refused(session)).hasSize(2);
    }

    @Test
    @DisplayName(
            "a prompt whose turn failed after it was stored stays a message, with the ID that the agent has given it")
    void failedPromptStaysAMessage() {
        ClientSession session = client.newSession(Path.of("."));
        session.prompt("one");
        refuse(session, "fail");
        await().atMost(WalkedPaths.LIMIT).untilAsserted(() -> {
            assertThat(shown(session)).containsExactly("one", "re one", "fail").isEqualTo(stored(session));
            assertThat(session.forks().messages().get(2).id()).isNotNull();
        });
        refuse(session, "fail");
        refuse(session, "refuse this");
        session.prompt("two");
        await().atMost(WalkedPaths.LIMIT)
                .untilAsserted(() -> assertThat(shown(session))
                        .containsExactly("one", "re one", "fail", "fail", "two", "re two")
                        .isEqualTo(stored(session)));
    }
}
