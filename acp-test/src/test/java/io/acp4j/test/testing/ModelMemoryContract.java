package io.acp4j.test.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.test.testing.ModelScript.Piece;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of every adapter's model is the branch of the session: whatever was done with the session before the next prompt. */
public abstract class ModelMemoryContract extends ModelAdapterFixture {

    private static final List<String> FIRST_TURN = List.of(
            "system: Be brief.",
            "user: Weather?",
            "model: [weather {\"city\":\"Oslo\"}]",
            "tool: Sunny in Oslo",
            "model: Sunny.");

    private static final List<String> BOTH_TURNS = followed(FIRST_TURN, "user: And now?", "model: Still.");

    private static final CompactionId COMPACTION_ID = new CompactionId("compaction");

    private static final List<String> COMPACTED =
            List.of("system: Be brief.", "user: What was said before, in short:\nSunny in Oslo, twice.");

    /** How a client has come by the session. */
    enum Opened {
        MADE,
        LOADED,
        RESUMED
    }

    /** What is done before the next prompt. */
    enum Step {
        NOTHING,
        FORK,
        FORK_AT_A_MESSAGE,
        FORK_OF_A_FORK,
        SOURCE_OF_A_FORK,
        EDIT,
        OTHER_ANSWER,
        OTHER_BRANCH,
        SUMMARY_OF_ANOTHER_BRANCH,
        COMPACTION,
        COMPACTION_IN_PIECES,
        COMPACTION_OF_THE_TREE,
        CANCEL_WHILE_THE_MODEL_SPEAKS,
        CANCEL_WHILE_A_TOOL_ASKS,
        FORK_AFTER_A_CANCELLED_TURN,
        FAILURE
    }

    /** Tests an adapter. */
    protected ModelMemoryContract(ModelAdapter adapter) {
        super(adapter);
    }

    static Stream<Arguments> crossings() {
        return Stream.of(Step.values())
                .flatMap(step -> Stream.of(Opened.values())
                        .filter(opened -> isPossible(step, opened))
                        .flatMap(opened -> Stream.of(1, 2)
                                .flatMap(version ->
                                        stores(opened).map(store -> Arguments.of(step, opened, version, store)))));
    }

    /** The stores differ in how they are read, which a session that is loaded shows. */
    private static Stream<String> stores(Opened opened) {
        return opened == Opened.LOADED ? Stream.of("memory", "sqlite") : Stream.of("memory");
    }

    /** A client that was told nothing of a session's messages has none to edit. */
    private static boolean isPossible(Step step, Opened opened) {
        return opened != Opened.RESUMED || (step != Step.EDIT && step != Step.OTHER_ANSWER);
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void theModelRemembersTheBranchOfItsSession(Step step, Opened opened, int version, String store) throws Exception {
        if (store.equals("sqlite")) {
            useSqlite();
        }
        script.reply(new Piece.Thought("Which?"), new Piece.Call("a", "weather", "{\"city\":\"Oslo\"}"))
                .says("Sunny.")
                .says("Still.");
        SessionId id;
        try (AcpClient client = connect(version)) {
            ClientSession session = client.newSession(PROJECT);
            id = session.id();
            session.prompt("Weather?");
            session.prompt("And now?");
            if (opened == Opened.MADE) {
                take(step, client, session);
                return;
            }
            session.close();
        }
        try (AcpClient client = connect(version)) {
            take(
                    step,
                    client,
                    opened == Opened.LOADED ? client.loadSession(id, PROJECT) : client.resumeSession(id, PROJECT));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theModelSummarisesALongConversationAndIsSentTheSummaryFromThenOn(int version) {
        script.says("Sunny.")
                .says("Still.")
                .says("It is", " sunny.")
                .says("Yes.")
                .says("No.");
        try (AcpClient client = connectCompacting(version, 20)) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("Weather?");
            session.prompt("And now?");
            session.prompt("Next?");
            assertThat(script.requests().get(2))
                    .startsWith(
                            "system: Be brief.", "user: Weather?", "model: Sunny.", "user: And now?", "model: Still.")
                    .last()
                    .asString()
                    .startsWith("user: Summarise this conversation");
            List<String> compacted =
                    List.of("system: Be brief.", "user: What was said before, in short:\nIt is sunny.", "user: Next?");
            assertThat(script.lastRequest()).isEqualTo(compacted);
            assertThat(updates)
                    .filteredOn(AgentMessageChunk.class::isInstance)
                    .extracting(update -> ((AgentMessageChunk) update).text())
                    .containsExactly("Sunny.", "Still.", "Yes.");
            session.prompt("More?");
            assertThat(script.lastRequest()).isEqualTo(followed(compacted, "model: Yes.", "user: More?"));
        }
    }

    @Test
    void aModelThatDoesNotSummariseIsSentTheWholeConversation() {
        script.says("Sunny.").says("Still.").reply(new Piece.Failure("busy")).says("Yes.");
        try (AcpClient client = connectCompacting(1, 20)) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("Weather?");
            session.prompt("And now?");
            session.prompt("Next?");
            assertThat(script.lastRequest())
                    .containsExactly(
                            "system: Be brief.",
                            "user: Weather?",
                            "model: Sunny.",
                            "user: And now?",
                            "model: Still.",
                            "user: Next?");
        }
    }

    private void take(Step step, AcpClient client, ClientSession session) throws Exception {
        switch (step) {
            case NOTHING -> assertRemembers(session, BOTH_TURNS);
            case FORK -> assertRemembers(session.forks().fork(), BOTH_TURNS);
            case FORK_AT_A_MESSAGE ->
                assertRemembers(session.forks().fork(ForkPoint.at(answer(session, "Sunny."))), FIRST_TURN);
            case FORK_OF_A_FORK -> {
                ClientSession fork = session.forks().fork(ForkPoint.at(answer(session, "Sunny.")));
                assertRemembers(fork, FIRST_TURN);
                assertRemembers(fork.forks().fork(), followed(FIRST_TURN, "user: Next?", "model: Yes."));
            }
            case SOURCE_OF_A_FORK -> {
                assertRemembers(session.forks().fork(ForkPoint.at(answer(session, "Sunny."))), FIRST_TURN);
                assertRemembers(session, BOTH_TURNS);
            }
            case EDIT -> {
                ClientSession source = session;
                script.says("Yes.");
                assertRemembered(
                        source.forks()
                                .editAndFork(
                                        message(source, "And now?"),
                                        List.of(ContentBlock.text("Next?")),
                                        ForkOptions.DEFAULT),
                        "user: Next?");
            }
            case OTHER_ANSWER -> {
                ClientSession source = session;
                script.says("Yes.");
                assertRemembered(
                        source.forks().regenerate(message(source, "Still."), ForkOptions.DEFAULT), "user: And now?");
            }
            case OTHER_BRANCH -> {
                MessageId sunny = answer(session, "Sunny.");
                assertRemembers(changed(client, session, tree -> tree.navigate(sunny)), FIRST_TURN);
            }
            case SUMMARY_OF_ANOTHER_BRANCH -> {
                MessageId sunny = answer(session, "Sunny.");
                MessageId still = answer(session, "Still.");
                ClientSession summarised = changed(client, session, tree -> {
                    tree.navigate(sunny);
                    tree.graft(still, null, new SessionTree.Summary(new MessageId("summary"), "It stayed so."));
                });
                assertRemembers(summarised, followed(FIRST_TURN, "model: It stayed so."));
            }
            case COMPACTION -> {
                CompactionUpdate compaction = CompactionUpdate.builder(COMPACTION_ID, CompactionStatus.COMPLETED)
                        .summary(List.of(ContentBlock.text("Sunny in Oslo, twice.")))
                        .build();
                assertRemembers(
                        changed(client, session, tree -> tree.append(List.of(HistoryEntry.Draft.of(compaction)))),
                        COMPACTED);
            }
            case COMPACTION_IN_PIECES -> {
                HistoryEntry.Draft compaction = new HistoryEntry.Draft(
                        NodeKind.COMPACTION,
                        null,
                        List.of(
                                CompactionUpdate.of(COMPACTION_ID, CompactionStatus.IN_PROGRESS),
                                CompactionSummaryChunk.of(COMPACTION_ID, ContentBlock.text("Sunny in ")),
                                CompactionSummaryChunk.of(COMPACTION_ID, ContentBlock.text("Oslo, twice.")),
                                CompactionUpdate.of(COMPACTION_ID, CompactionStatus.COMPLETED)));
                assertRemembers(changed(client, session, tree -> tree.append(List.of(compaction))), COMPACTED);
            }
            case COMPACTION_OF_THE_TREE ->
                assertRemembers(changed(client, session, tree -> tree.compact("Sunny in Oslo, twice.")), COMPACTED);
            case CANCEL_WHILE_THE_MODEL_SPEAKS -> {
                cancelWhileTheModelSpeaks(session);
                assertRemembers(session, followed(BOTH_TURNS, "user: Tell me a story", "model: Once "));
            }
            case CANCEL_WHILE_A_TOOL_ASKS -> {
                cancelWhileAToolAsks(session);
                assertRemembers(
                        session,
                        followed(
                                BOTH_TURNS,
                                "user: Erase it",
                                "model: [erase {}]",
                                "tool: interrupted before it had a result"));
            }
            case FORK_AFTER_A_CANCELLED_TURN -> {
                cancelWhileTheModelSpeaks(session);
                assertRemembers(session.forks().fork(), followed(BOTH_TURNS, "user: Tell me a story", "model: Once "));
            }
            case FAILURE -> {
                script.reply(new Piece.Text("Well, "), new Piece.Failure("broken pipe"));
                PromptTurn turn = session.startTurn("Why?");
                assertThatThrownBy(() -> turn.result().get(60, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(AcpErrorException.class);
                assertRemembers(session, followed(BOTH_TURNS, "user: Why?", "model: Well, "));
            }
        }
    }

    /** Changes the session in its store while nobody has it open. */
    private ClientSession changed(AcpClient client, ClientSession session, Consumer<SessionTree> change) {
        session.close();
        SessionTree tree = repository().open(session.id());
        change.accept(tree);
        tree.close();
        return client.loadSession(session.id(), PROJECT);
    }

    private void assertRemembers(ClientSession session, List<String> messages) {
        script.says("Yes.");
        assertThat(session.prompt("Next?").stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(script.lastRequest()).isEqualTo(followed(messages, "user: Next?"));
    }

    private void assertRemembered(PromptTurn fork, String prompt) throws Exception {
        assertThat(fork.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(script.lastRequest()).isEqualTo(followed(FIRST_TURN, prompt));
    }

    private void cancelWhileTheModelSpeaks(ClientSession session) throws Exception {
        script.reply(new Piece.Text("Once "), new Piece.Silence(), new Piece.Text("upon a time"));
        PromptTurn turn = session.startTurn("Tell me a story");
        assertThat(script.awaitSilence()).isTrue();
        turn.cancel();
        assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    private void cancelWhileAToolAsks(ClientSession session) throws Exception {
        script.calls("erase", "{}");
        whenAsked = session::cancel;
        PromptTurn turn = session.startTurn("Erase it");
        assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(asked).containsExactly("erase");
    }

    private static TranscriptMessage message(ClientSession session, String text) {
        return session.forks().messages().stream()
                .filter(message -> message.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private MessageId answer(ClientSession session, String text) {
        return repository().look(session.id()).path().stream()
                .filter(node -> node.kind() == NodeKind.AGENT && node.text().equals(text))
                .map(HistoryEntry::messageId)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> followed(List<String> messages, String... more) {
        return Stream.concat(messages.stream(), Stream.of(more)).toList();
    }
}
