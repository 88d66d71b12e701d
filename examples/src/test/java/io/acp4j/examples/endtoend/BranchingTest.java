package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkScope;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.SessionBranches;
import io.acp4j.client.fork.SessionForest;
import io.acp4j.client.fork.SessionNode;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.CompareBranchesResponse;
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
                AcpAgent.builder("branching", "1")
                        .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                        .sessions(repository)
                        .onPrompt(turn -> turn.say("heard: " + heard(turn)))
                        .build());
        client = AcpClient.builder(link.client())
                .protocolVersions(new ProtocolVersion(version))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    private static String heard(PromptTurn turn) {
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

    private ForkableSession talk(String... prompts) {
        ClientSession session = client.newSession(Path.of("."));
        for (String prompt : prompts) {
            session.prompt(prompt);
        }
        return ForkableSession.of(session);
    }

    private static String lastAnswer(ClientSession session) {
        List<TranscriptMessage> messages = session.transcript().snapshot().messages();
        return messages.get(messages.size() - 1).text();
    }

    private static String answer(ForkedTurn turn) throws Exception {
        turn.turn().result().get(60, TimeUnit.SECONDS);
        return lastAnswer(turn.session());
    }

    private static HistoryMessage message(ForkableSession session, int index) {
        return session.messages().messages().get(index);
    }

    private static List<ContentBlock> text(String text) {
        return List.of(ContentBlock.text(text));
    }

    @Test
    @DisplayName("30: an edited message is answered without what it replaces, and the source stays as it is")
    void editedMessageIsAnsweredWithoutWhatItReplaces() throws Exception {
        ForkableSession main = talk("a", "b", "c");

        ForkedTurn edited = main.editAndFork(message(main, 2), text("b2"), ForkOptions.labelled("alt"));

        assertThat(answer(edited)).isEqualTo("heard: a | b2");
        main.session().prompt("d");
        assertThat(lastAnswer(main.session())).isEqualTo("heard: a | b | c | d");
        ForkedTurn again = edited.fork().editAndFork(message(edited.fork(), 2), text("b3"), ForkOptions.DEFAULT);
        assertThat(answer(again)).isEqualTo("heard: a | b3");
    }

    @Test
    @DisplayName(
            "31: the very first message is edited in a session that has nothing else, and that is listed below its origin")
    void firstMessageIsEdited() throws Exception {
        ForkableSession main = talk("a", "b");

        ForkedTurn edited = main.editAndFork(message(main, 0), text("a2"), ForkOptions.labelled("again"));

        assertThat(answer(edited)).isEqualTo("heard: a2");
        SessionNode node = forest().find(edited.session().id());
        assertThat(node.parent().id()).isEqualTo(main.session().id());
        assertThat(node.displayName()).isEqualTo("again");
        assertThat(node.mark()).isEqualTo("fork@0");
    }

    @Test
    void anotherAnswerIsGivenToTheSameQuestion() throws Exception {
        ForkableSession main = talk("a", "b");

        assertThat(answer(main.regenerate(message(main, 3), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | b");
        assertThat(answer(main.regenerate(message(main, 1), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a");
    }

    @Test
    @DisplayName("48c: a fork of the first N messages knows these and no more")
    void forkOfTheFirstMessages() {
        ForkableSession main = talk("a", "b");
        ForkableSession fork = main.fork(ForkPoint.first(2));

        fork.session().prompt("x");

        assertThat(lastAnswer(fork.session())).isEqualTo("heard: a | x");
        assertThat(fork.messages().messages()).hasSize(4);
    }

    @Test
    @DisplayName("24, 76: a throw-away fork is gone when its scope ends, and its source is as before")
    void throwAwayForkIsGone() {
        ForkableSession main = talk("a");
        try (ForkScope aside = main.scope()) {
            aside.session().prompt("what if?");
            assertThat(lastAnswer(aside.session())).isEqualTo("heard: a | what if?");
            assertThat(forest().nodes()).hasSize(2);
        }

        assertThat(forest().nodes())
                .singleElement()
                .extracting(SessionNode::id)
                .isEqualTo(main.session().id());
        assertThat(main.messages().messages()).hasSize(2);
    }

    @Test
    @DisplayName("25: a fork that is asked for twice with one key is made once")
    void forkWithAKeyIsMadeOnce() {
        ForkableSession main = talk("a");
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k").build();

        ForkableSession first = main.fork(ForkPoint.end(), keyed);
        ForkableSession second = main.fork(ForkPoint.end(), keyed);

        assertThat(second.session()).isSameAs(first.session());
        assertThat(forest().nodes()).hasSize(2);
        assertThatThrownBy(() -> main.fork(ForkPoint.first(2), keyed)).isInstanceOf(AcpErrorException.class);
    }

    @Test
    @DisplayName("75, 77, 79: forks are listed below their origin, and move up when that is deleted")
    void forksAreListedBelowTheirOrigin() {
        ForkableSession main = talk("a", "b");
        ForkableSession child = main.fork(ForkPoint.first(2), ForkOptions.labelled("alt"));
        child.session().prompt("c");
        ForkableSession grandchild = child.fork(ForkPoint.end());
        SessionForest forest = forest();

        SessionNode node = forest.find(grandchild.session().id());
        assertThat(node.level()).isEqualTo(2);
        assertThat(node.mark()).isEqualTo("fork@4");
        assertThat(node.parent().displayName()).isEqualTo("alt");
        assertThat(node.parent().mark()).isEqualTo("fork@2");
        assertThat(forest.selectionAfter(child.session().id()))
                .isEqualTo(main.session().id());

        child.session().delete();
        SessionForest after = forest();
        assertThat(after.find(grandchild.session().id()).level()).isZero();
        assertThat(after.find(child.session().id())).isNull();
        grandchild.session().prompt("e");
        assertThat(lastAnswer(grandchild.session())).isEqualTo("heard: a | c | e");
    }

    private SessionForest forest() {
        try (Stream<SessionInfo> sessions = client.storedSessions()) {
            return SessionForest.of(sessions.toList());
        }
    }

    @Test
    @DisplayName("61, 62, 63, 68, 73, 74: one session is branched, looked at, labelled and compared from the client")
    void sessionIsBranchedFromTheClient() {
        ForkableSession main = talk("M1", "M3", "M5");
        ClientSession session = main.session();
        SessionBranches branches = SessionBranches.of(session);
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
        ForkableSession main = talk("a", "b", "c");
        HistoryMessage stale = message(main, 4);
        SessionBranches.of(main.session()).navigate(message(main, 1).id());
        assertThat(main.messages().messages().size()).isEqualTo(2);
        main.session().prompt("d");

        assertThat(answer(main.regenerate(message(main, 3), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | d");
        assertThat(answer(main.editAndFork(message(main, 2), text("e"), ForkOptions.DEFAULT)))
                .isEqualTo("heard: a | e");
        ForkableSession fork = main.fork(ForkPoint.end());
        fork.session().prompt("f");
        assertThat(lastAnswer(fork.session())).isEqualTo("heard: a | d | f");
        assertThat(main.offers(ForkPoint.before(stale))).isFalse();
    }

    @Test
    void userChangesTheirMindAboutAMessage() throws Exception {
        ClientSession session = talk("Use a lock", "Now test it").session();
        // snippet:edit
        ForkableSession talk = ForkableSession.of(session); // of a client that keeps transcripts
        HistoryMessage first = talk.messages().messages().get(0);
        List<ContentBlock> better = List.of(ContentBlock.text("Use a queue"));
        ForkedTurn edited = talk.editAndFork(first, better, ForkOptions.labelled("with a queue"));

        for (SessionNode node :
                SessionForest.of(client.storedSessions().toList()).nodes()) {
            LOG.info("{}{}", "  ".repeat(node.level()), node.displayName());
        }
        // end

        assertThat(answer(edited)).isEqualTo("heard: Use a queue");
    }

    private static List<MessageId> ids(Stream<PathEntry> path) {
        return path.map(entry -> entry.message().messageId()).toList();
    }
}
