package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionBranches;
import io.acp4j.client.SessionForks;
import io.acp4j.client.SessionNode;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.CompareBranchesResponse;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.NavigateSessionResponse;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's user branches conversations at an agent that stores them: in either version of the protocol, whichever store keeps them
 * and whatever carries them.
 */
@ParameterizedClass(name = "version {0}, {1}, {2}")
@CsvSource({
    "1, memory, in memory",
    "1, sqlite, stdio",
    "2, memory, in memory",
    "2, memory, stdio",
    "2, sqlite, websocket",
})
class BranchingTest {

    private static final Logger LOG = LoggerFactory.getLogger(BranchingTest.class);

    @Parameter(0)
    private int version;

    @Parameter(1)
    private String store;

    @Parameter(2)
    private String transport;

    @TempDir
    private Path directory;

    private SessionRepository repository;
    private Link link;
    private AcpClient client;

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(
                store.equals("memory") ? SessionStore.inMemory() : SessionStores.open(directory.resolve("sessions")));
        link = Link.over(
                transport,
                AcpAgent.builder()
                        .info("branching", "1")
                        .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                        .sessions(repository)
                        .onPrompt(turn -> turn.say("heard: " + heard(turn)))
                        .build());
        client = AcpClient.builder(link.client())
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    private static String heard(io.acp4j.agent.PromptTurn turn) {
        return turn.history().stream()
                .filter(node -> node.kind().isMessage())
                .map(node -> node.text())
                .filter(text -> !text.startsWith("heard"))
                .collect(Collectors.joining(" | "));
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
        link.close();
        repository.close();
    }

    private ClientSession talk(String... prompts) {
        ClientSession session = client.newSession(Path.of("."));
        for (String prompt : prompts) {
            session.prompt(prompt);
        }
        return session;
    }

    private static String lastAnswer(ClientSession session) {
        List<TranscriptMessage> messages = session.transcript().snapshot().messages();
        return messages.get(messages.size() - 1).text();
    }

    private static String answer(PromptTurn turn) throws Exception {
        turn.result().get(60, TimeUnit.SECONDS);
        return lastAnswer(turn.session());
    }

    private static TranscriptMessage message(ClientSession session, int index) {
        return session.forks().messages().get(index);
    }

    private static List<ContentBlock> text(String text) {
        return List.of(ContentBlock.text(text));
    }

    @Test
    @DisplayName("30: an edited message is answered without what it replaces, and the source stays as it is")
    void editedMessageIsAnsweredWithoutWhatItReplaces() throws Exception {
        ClientSession main = talk("a", "b", "c");

        PromptTurn edited = main.forks().editAndFork(message(main, 2), text("b2"), ForkOptions.labelled("alt"));

        assertThat(answer(edited)).isEqualTo("heard: a | b2");
        main.prompt("d");
        assertThat(lastAnswer(main)).isEqualTo("heard: a | b | c | d");
        PromptTurn again =
                edited.session().forks().editAndFork(message(edited.session(), 2), text("b3"), ForkOptions.DEFAULT);
        assertThat(answer(again)).isEqualTo("heard: a | b3");
    }

    @Test
    @DisplayName(
            "31: the very first message is edited in a session that has nothing else, and that is listed below its origin")
    void firstMessageIsEdited() throws Exception {
        ClientSession main = talk("a", "b");

        PromptTurn edited = main.forks().editAndFork(message(main, 0), text("a2"), ForkOptions.labelled("again"));

        assertThat(answer(edited)).isEqualTo("heard: a2");
        SessionNode node = forest().find(edited.session().id());
        assertThat(node.parent().id()).isEqualTo(main.id());
        assertThat(node.displayName()).isEqualTo("again");
        assertThat(node.mark()).isEqualTo("fork@0");
    }

    @Test
    void anotherAnswerIsGivenToTheSameQuestion() throws Exception {
        ClientSession main = talk("a", "b");

        assertThat(answer(main.forks().regenerate(message(main, 3), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | b");
        assertThat(answer(main.forks().regenerate(message(main, 1), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a");
    }

    @Test
    @DisplayName("48c: a fork of the first N messages knows these and no more")
    void forkOfTheFirstMessages() {
        ClientSession main = talk("a", "b");
        ClientSession fork = main.forks().fork(ForkPoint.first(2));

        fork.prompt("x");

        assertThat(lastAnswer(fork)).isEqualTo("heard: a | x");
        assertThat(fork.forks().messages()).hasSize(4);
    }

    @Test
    @DisplayName("24, 76: a throw-away fork is gone when its scope ends, and its source is as before")
    void throwAwayForkIsGone() {
        ClientSession main = talk("a");
        try (SessionForks.TemporaryFork aside = main.forks().temporaryFork()) {
            aside.session().prompt("what if?");
            assertThat(lastAnswer(aside.session())).isEqualTo("heard: a | what if?");
            assertThat(forest().nodes()).hasSize(2);
        }

        assertThat(forest().nodes()).singleElement().extracting(SessionNode::id).isEqualTo(main.id());
        assertThat(main.forks().messages()).hasSize(2);
    }

    @Test
    @DisplayName("25: a fork that is asked for twice with one key is made once")
    void forkWithAKeyIsMadeOnce() {
        ClientSession main = talk("a");
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();

        ClientSession first = main.forks().fork(ForkPoint.end(), keyed);
        ClientSession second = main.forks().fork(ForkPoint.end(), keyed);

        assertThat(second).isSameAs(first);
        assertThat(forest().nodes()).hasSize(2);
        assertThatThrownBy(() -> main.forks().fork(ForkPoint.first(2), keyed)).isInstanceOf(AcpErrorException.class);
    }

    @Test
    @DisplayName("75, 77, 79: forks are listed below their origin, and move up when that is deleted")
    void forksAreListedBelowTheirOrigin() {
        ClientSession main = talk("a", "b");
        ClientSession child = main.forks().fork(ForkPoint.first(2), ForkOptions.labelled("alt"));
        child.prompt("c");
        ClientSession grandchild = child.forks().fork(ForkPoint.end());
        SessionTreeView forest = forest();

        SessionNode node = forest.find(grandchild.id());
        assertThat(node.level()).isEqualTo(2);
        assertThat(node.mark()).isEqualTo("fork@4");
        assertThat(node.parent().displayName()).isEqualTo("alt");
        assertThat(node.parent().mark()).isEqualTo("fork@2");
        assertThat(forest.selectionAfter(child.id())).isEqualTo(main.id());

        child.delete();
        SessionTreeView after = forest();
        assertThat(after.find(grandchild.id()).level()).isZero();
        assertThat(after.find(child.id())).isNull();
        grandchild.prompt("e");
        assertThat(lastAnswer(grandchild)).isEqualTo("heard: a | c | e");
    }

    private SessionTreeView forest() {
        try (Stream<SessionInfo> sessions = client.storedSessions()) {
            return SessionTreeView.of(sessions.toList());
        }
    }

    @Test
    @DisplayName("61, 62, 63, 68, 73, 74: one session is branched, looked at, labelled and compared from the client")
    void sessionIsBranchedFromTheClient() {
        ClientSession main = talk("M1", "M3", "M5");
        ClientSession session = main;
        SessionBranches branches = session.branches();
        MessageId m2 = message(main, 1).id();
        MessageId m6 = message(main, 5).id();
        List<MessageId> before = ids(branches.path());

        NavigateSessionResponse gone = branches.navigate(m2);
        session.prompt("M7");

        assertThat(gone.head()).isEqualTo(m2);
        assertThat(lastAnswer(session)).isEqualTo("heard: M1 | M7");
        List<BranchLeaf> leaves = branches.leaves().toList();
        assertThat(leaves).extracting(BranchLeaf::depth).containsExactly(6, 4);
        assertThat(leaves).extracting(BranchLeaf::active).containsExactly(false, true);
        assertThat(leaves.get(0).messageId()).isEqualTo(m6);
        MessageId m8 = leaves.get(1).messageId();
        assertThat(ids(branches.path(m6))).isEqualTo(before);
        assertThat(ids(branches.path()))
                .hasSize(4)
                .startsWith(before.get(0), m2)
                .endsWith(m8);
        assertThat(branches.pathBackward(m6).findFirst().orElseThrow().message().messageId())
                .isEqualTo(m6);

        CompareBranchesResponse compared = branches.compare(m6, m8);
        assertThat(compared.common()).isEqualTo(m2);
        assertThat(compared.left()).hasSize(4);
        assertThat(compared.right()).hasSize(2);

        branches.label(m6, "first try");
        assertThat(branches.tree().filter(message -> message.messageId().equals(m6)))
                .singleElement()
                .extracting(BranchMessage::label)
                .isEqualTo("first try");
        MessageId m5 = before.get(4);
        assertThat(branches.navigate(m5).text()).isEqualTo("M5");
        session.prompt("M5 again");
        assertThat(lastAnswer(session)).isEqualTo("heard: M1 | M3 | M5 again");
        assertThat(branches.tree()).hasSize(10);
    }

    @Test
    void forksAfterNavigatingHaveTheActiveBranch() throws Exception {
        ClientSession main = talk("a", "b", "c");
        TranscriptMessage stale = message(main, 4);
        main.branches().navigate(message(main, 1).id());
        assertThat(main.forks().messages().size()).isEqualTo(2);
        main.prompt("d");

        assertThat(answer(main.forks().regenerate(message(main, 3), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | d");
        assertThat(answer(main.forks().editAndFork(message(main, 2), text("e"), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | e");
        ClientSession fork = main.forks().fork(ForkPoint.end());
        fork.prompt("f");
        assertThat(lastAnswer(fork)).isEqualTo("heard: a | d | f");
        assertThatThrownBy(() -> main.forks().before(stale)).isInstanceOf(NoForkPointException.class);
    }

    @Test
    void userChangesTheirMindAboutAMessage() throws Exception {
        ClientSession session = talk("Use a lock", "Now test it");
        // snippet:edit
        SessionForks forks = session.forks(); // of a client that keeps transcripts
        TranscriptMessage first = forks.messages().get(0);
        List<ContentBlock> better = List.of(ContentBlock.text("Use a queue"));
        PromptTurn edited = forks.editAndFork(first, better, ForkOptions.labelled("with a queue"));

        for (SessionNode node : client.sessionTree().nodes()) {
            LOG.info("{}{}", "  ".repeat(node.level()), node.displayName());
        }
        // end

        assertThat(answer(edited)).isEqualTo("heard: Use a queue");
    }

    private static List<MessageId> ids(Stream<PathEntry> path) {
        return path.map(entry -> entry.message().messageId()).toList();
    }
}
