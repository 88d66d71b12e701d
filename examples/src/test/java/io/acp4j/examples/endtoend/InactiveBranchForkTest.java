package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** A fork at a message of an inactive branch contains the messages of that branch, for both the agent and the client. */
@ParameterizedClass(name = "version {0}, echo {1}, replay on fork {2}")
@CsvSource({"1, false, false", "1, true, false", "1, false, true", "2, true, false", "2, true, true"})
class InactiveBranchForkTest {

    @Parameter(0)
    private int version;

    @Parameter(1)
    private boolean echo;

    @Parameter(2)
    private boolean replays;

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final Map<SessionId, AgentSession> atAgent = new ConcurrentHashMap<>();
    private AcpAgent agent;
    private AcpClient client;

    @BeforeEach
    void connect() {
        agent = AcpAgent.builder()
                .info("branching", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(
                        repository,
                        SessionServiceOptions.builder().replayOnFork(replays).build())
                .echoUserMessages(echo)
                .sessionListener((session, origin) -> atAgent.put(session.id(), session))
                .onPrompt(turn -> turn.say("re " + turn.text()))
                .build();
        client = connected(true);
    }

    private AcpClient connected(boolean transcripts) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        AcpClientBuilder builder = AcpClient.builder(pair.client()).protocolVersions(new ProtocolVersion(version));
        return (transcripts ? builder.transcripts(TranscriptOptions.KEEP_ALL) : builder).connect();
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private static ClientSession branched(AcpClient client) {
        ClientSession session = client.newSession(Path.of("/project"));
        session.prompt("one");
        session.prompt("two");
        session.branches().navigate(id(session, BranchRole.AGENT, "re one"));
        session.prompt("uno");
        session.prompt("due");
        return session;
    }

    private static MessageId id(ClientSession session, BranchRole role, String text) {
        return session.branches()
                .tree()
                .filter(message -> message.role().equals(role) && text.equals(message.preview()))
                .map(BranchMessage::messageId)
                .findFirst()
                .orElseThrow();
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

    private void forks(ClientSession source, MessageId point, String... expected) {
        assertThat(source.forks().supports(ForkPoint.at(point))).isTrue();
        ClientSession fork = source.forks().fork(ForkPoint.at(point));
        assertThat(stored(fork)).containsExactly(expected);
        if (replays) {
            await().atMost(WalkedPaths.LIMIT)
                    .untilAsserted(() -> assertThat(shown(fork)).containsExactly(expected));
        }
        assertThat(shown(fork)).containsExactly(expected);
        assertThat(fork.forks().isBeginningKnown()).isTrue();
        assertThat(fork.transcript().snapshot().inheritedMessages()).isEqualTo(expected.length);
        fork.prompt("three");
        assertThat(shown(fork)).isEqualTo(stored(fork)).endsWith("three", "re three");
    }

    @Test
    void forkAtAnAnswerOfAnotherBranchShowsThatBranch() {
        ClientSession source = branched(client);
        forks(source, id(source, BranchRole.AGENT, "re two"), "one", "re one", "two", "re two");
    }

    @Test
    void forkAtAPromptOfAnotherBranchShowsThatBranch() {
        ClientSession source = branched(client);
        forks(source, id(source, BranchRole.USER, "two"), "one", "re one", "two");
    }

    @Test
    void forkAtAMessageOfTheShownBranchShowsIt() {
        ClientSession source = branched(client);
        forks(source, id(source, BranchRole.AGENT, "re uno"), "one", "re one", "uno", "re uno");
        forks(source, id(source, BranchRole.AGENT, "re one"), "one", "re one");
    }

    @Test
    void anotherBranchIsOfferedAfterTheSessionWasLoaded() {
        SessionId id = branched(client).id();
        client.close();
        client = connected(true);
        ClientSession loaded =
                client.loadSession(LoadSessionRequest.builder(id, "/project").build(), null);
        forks(loaded, id(loaded, BranchRole.AGENT, "re two"), "one", "re one", "two", "re two");
    }

    @Test
    void forkWhoseSourceMovesAtTheSameTimeShowsWhatTheAgentHas() {
        ClientSession source = branched(client);
        MessageId elsewhere = id(source, BranchRole.AGENT, "re two");
        AgentSession session = Objects.requireNonNull(atAgent.get(source.id()));
        for (int i = 0; i < 20; i++) {
            MessageId to = i % 2 == 0 ? elsewhere : id(source, BranchRole.AGENT, "re due");
            session.tree().navigate(to);
            ClientSession fork = source.forks().fork(ForkPoint.end());
            await().atMost(WalkedPaths.LIMIT)
                    .untilAsserted(() -> assertThat(shown(fork)).isEqualTo(stored(fork)));
        }
    }

    @Test
    void clientWithoutTranscriptsShowsNothingThatIsNotCertain() {
        try (AcpClient plain = connected(false)) {
            ClientSession source = branched(plain);
            MessageId point = id(source, BranchRole.AGENT, "re two");
            assertThat(source.forks().supports(ForkPoint.at(point))).isTrue();
            ClientSession fork = source.forks().fork(ForkPoint.at(point));
            assertThat(stored(fork)).containsExactly("one", "re one", "two", "re two");
            assertThat(fork.forks().messages()).isEmpty();
        }
    }
}
