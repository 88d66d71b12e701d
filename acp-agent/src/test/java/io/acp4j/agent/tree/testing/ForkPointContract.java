package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a fork may end; the numbers are those of the scenarios in the rules of branching. */
abstract class ForkPointContract extends SessionRepositoryContract {

    SessionTree threeTurns() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        turn(session, "u2", "a2");
        turn(session, "u3", "a3");
        return session;
    }

    private static HistoryEntry.Draft call(String id) {
        return HistoryEntry.Draft.of(
                ToolCall.builder(new ToolCallId(id), "a tool").build());
    }

    private static HistoryEntry.Draft done(String id) {
        return HistoryEntry.Draft.of(ToolCallUpdate.builder(new ToolCallId(id))
                .status(ToolCallStatus.COMPLETED)
                .build());
    }

    @Test
    @DisplayName("26: a fork at an answer ends with it")
    void forkEndsWithItsPoint() {
        assertThat(messages(forkAt(threeTurns(), "a1"))).containsExactly("u1", "a1");
    }

    @Test
    @DisplayName("27: a fork at the last message is the same as a full one")
    void forkAtTheLastMessageIsFull() {
        SessionTree source = threeTurns();

        assertThat(forkAt(source, "a3").path()).isEqualTo(source.path());
    }

    @Test
    @DisplayName("28: a fork at the first message of the user holds just that")
    void forkAtTheFirstQuestionHoldsJustThat() {
        SessionTree fork = forkAt(threeTurns(), "u1");

        assertThat(kinds(fork)).containsExactly("USER");
        turn(fork, "v1", "b1");
        assertThat(messages(fork)).containsExactly("u1", "v1", "b1");
    }

    @Test
    @DisplayName("29, 30: what is said after a fork at an answer follows that; the source keeps its own")
    void editedQuestionLeavesTheOldOneInTheSource() {
        SessionTree source = threeTurns();
        SessionTree fork = forkAt(source, "a1");

        turn(fork, "u2 in other words", "b2");

        assertThat(messages(fork)).containsExactly("u1", "a1", "u2 in other words", "b2");
        assertThat(messages(source)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3");
    }

    @Test
    @DisplayName("31: a fork before the first question begins empty, before a later one ends with the answer before it")
    void forkBeforeAQuestionLeavesItOut() {
        SessionTree source = threeTurns();

        assertThat(fork(source, ForkPoint.before(id("u1"))).path()).isEmpty();
        assertThat(messages(fork(source, ForkPoint.before(id("u3"))))).containsExactly("u1", "a1", "u2", "a2");
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> fork(source, ForkPoint.before(id("a1"))));
    }

    static List<String> unknownIds() {
        return List.of(
                "nobody",
                "",
                " ",
                "A1",
                "a1 ",
                "\u00e1",
                "\ud83d\ude00",
                "m".repeat(10_000),
                "..:segment:3",
                "1.0",
                "'; drop table message; --",
                "a\u0000b",
                "\ud800");
    }

    @ParameterizedTest
    @MethodSource("unknownIds")
    @DisplayName("32, 33: an id that no message has is error -32602 with the reason, and nothing is made")
    void unknownMessageIsRefused(String unknown) {
        SessionTree source = threeTurns();
        long version = source.session().version();

        assertThatThrownBy(() -> forkAt(source, unknown)).isInstanceOfSatisfying(BranchException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMS);
            assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_MESSAGE);
        });
        assertThat(count()).isEqualTo(1);
        assertThat(source.session().version()).isEqualTo(version);
    }

    @Test
    @DisplayName("32: no message has an unknown role")
    void unknownRoleIsRefused() {
        SessionTree source = threeTurns();
        assertRefused(
                BranchException.UNKNOWN_MESSAGE,
                () -> fork(source, ForkPoint.at(id("a1"), new BranchRole("moderator"))));
    }

    @Test
    @DisplayName("34: the id of another session's message is an unknown one")
    void messageOfAnotherSessionIsUnknown() {
        SessionTree source = threeTurns();
        SessionTree other = session();
        turn(other, "x1", "y1");

        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> forkAt(source, "y1"));
    }

    @Test
    @DisplayName("35: what only the parent said after the fork is unknown to the fork")
    void laterMessageOfTheParentIsUnknown() {
        SessionTree source = threeTurns();
        SessionTree fork = forkAt(source, "a2");

        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> forkAt(fork, "a3"));
    }

    @Test
    @DisplayName("36: inherited ids can be forked at, again and again")
    void inheritedMessageCanBeForkedAt() {
        SessionTree fork = forkAt(threeTurns(), "a2");
        SessionTree forkOfFork = forkAt(fork, "a1");

        assertThat(messages(forkOfFork)).containsExactly("u1", "a1");
        assertThat(messages(forkAt(forkOfFork, "u1"))).containsExactly("u1");
    }

    @Test
    @DisplayName("37: thoughts are refused, or end the fork where the agent goes on from them")
    void thoughtIsRefusedUnlessSupported() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(HistoryEntry.Draft.thought(id("t1"), "hm"), agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);

        assertRefused(BranchException.THOUGHT_NOT_SUPPORTED, () -> forkAt(source, "t1"));
    }

    @Test
    @DisplayName("37: a fork at a thought ends with it where that is supported")
    void thoughtEndsTheForkWhereSupported() {
        repository = with(SessionRepositoryOptions.builder().forkAtThought(true).build());
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(HistoryEntry.Draft.thought(id("t1"), "hm"), agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);

        assertThat(kinds(forkAt(source, "t1"))).containsExactly("USER", "THOUGHT");
    }

    @Test
    void questionIsRefusedWhereTheModelCannotGoOnFromIt() {
        repository = with(SessionRepositoryOptions.builder().forkAtUser(false).build());
        SessionTree source = session();
        turn(source, "u1", "a1");

        assertRefused(BranchException.USER_NOT_SUPPORTED, () -> forkAt(source, "u1"));
    }

    @Test
    @DisplayName("38: the id of a tool call is no message id")
    void toolCallIsNoMessage() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(call("c1"), done("c1"), agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);

        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> forkAt(source, "c1"));
    }

    @Test
    @DisplayName("39: a fork at what was said before a tool call has no tool call")
    void forkBeforeAToolCallLeavesItOut() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1"), call("c1"), done("c1"), agent("a2")));
        source.endTurn(List.of(), StopReason.END_TURN);

        assertThat(kinds(forkAt(source, "a1"))).containsExactly("USER", "AGENT");
    }

    @Test
    @DisplayName("39: an agent that goes on from turns only gets the rest of the turn")
    void forkIsRoundedToTheEndOfTheTurn() {
        repository = with(SessionRepositoryOptions.builder()
                .granularity(SessionRepositoryOptions.Granularity.TURN)
                .build());
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1"), call("c1"), done("c1"), agent("a2")));
        source.endTurn(List.of(), StopReason.END_TURN);
        turn(source, "u2", "a3");

        assertThat(messages(forkAt(source, "a1"))).containsExactly("u1", "a1", "a2");
        source.beginTurn(user("u3"));
        assertRefused(BranchException.MESSAGE_INCOMPLETE, () -> forkAt(source, "u3"));
    }

    @Test
    @DisplayName("40: a fork at what a cancelled turn said has it and the mark that it was stopped")
    void partOfACancelledTurnHasItsMark() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1")));
        source.endTurn(List.of(), StopReason.CANCELLED);

        List<HistoryEntry> path = forkAt(source, "a1").path();

        assertThat(path.get(path.size() - 1).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    @DisplayName("41: a message that is still being sent is refused, and goes on")
    void messageThatIsBeingSentIsIncomplete() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.sending(id("a1"));

        assertRefused(BranchException.MESSAGE_INCOMPLETE, () -> forkAt(source, "a1"));

        source.append(List.of(agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);
        assertThat(messages(forkAt(source, "a1"))).containsExactly("u1", "a1");
    }

    @Test
    @DisplayName("42: a full fork during a turn ends before it, and the turn goes on")
    void forkDuringATurnEndsBeforeIt() {
        SessionTree source = session();
        turn(source, "u1", "a1");
        source.beginTurn(user("u2"));
        source.append(List.of(agent("a2"), call("c1")));

        SessionTree fork = fork(source, ForkPoint.end());

        assertThat(messages(fork)).containsExactly("u1", "a1");
        source.append(List.of(done("c1"), agent("a3")));
        source.endTurn(List.of(), StopReason.END_TURN);
        assertThat(messages(source)).containsExactly("u1", "a1", "u2", "a2", "a3");
        assertThat(messages(fork)).containsExactly("u1", "a1");
    }

    @Test
    @DisplayName("42: it can be refused instead")
    void forkDuringATurnIsRefusedIfWished() {
        repository = with(SessionRepositoryOptions.builder()
                .runningFork(SessionRepositoryOptions.RunningFork.REJECT)
                .build());
        SessionTree source = session();
        source.beginTurn(user("u1"));

        assertRefused(BranchException.TURN_IN_PROGRESS, () -> fork(source, ForkPoint.end()));
    }

    @Test
    @DisplayName("42: or have what there is, closed by a mark and without an open tool call")
    void forkDuringATurnIsMarkedIfWished() {
        repository = with(SessionRepositoryOptions.builder()
                .runningFork(SessionRepositoryOptions.RunningFork.INTERRUPT_MARKER)
                .build());
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1"), call("c1")));

        List<HistoryEntry> path = fork(source, ForkPoint.end()).path();

        assertThat(path)
                .extracting(HistoryEntry::kind)
                .containsExactly(NodeKind.USER, NodeKind.AGENT, NodeKind.TOOL, NodeKind.TOOL, NodeKind.TURN_END);
        assertThat(((ToolCallUpdate) path.get(3).updates().get(0)).status().value())
                .isEqualTo(ToolCallStatus.FAILED);
        assertThat(path.get(4).isInterruption()).isTrue();
        assertThat(kinds(source)).containsExactly("USER", "AGENT", "TOOL");
    }

    @Test
    void completeMessageOfARunningTurnCanBeForkedAtUnlessAToolCallIsOpen() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1"), call("c1"), agent("a2")));

        assertThat(messages(forkAt(source, "a1"))).containsExactly("u1", "a1");
        assertRefused(BranchException.MESSAGE_INCOMPLETE, () -> forkAt(source, "a2"));

        source.append(List.of(done("c1")));
        source.endTurn(List.of(), StopReason.END_TURN);
        assertRefused(BranchException.BOUNDARY, () -> forkAt(source, "a2"));
    }

    /** Nodes after the last message of a turn that are neither messages nor tool calls. */
    static List<List<HistoryEntry.Draft>> trailing() {
        HistoryEntry.Draft plan = HistoryEntry.Draft.of(Plan.of(List.of()));
        HistoryEntry.Draft mode = HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("code"), null));
        HistoryEntry.Draft other = HistoryEntry.Draft.of(
                SessionInfoUpdate.builder().title("A title").build());
        return List.of(List.of(), List.of(plan), List.of(mode), List.of(other), List.of(plan, mode, other));
    }

    @ParameterizedTest
    @MethodSource("trailing")
    void lastMessageOfEndedTurnWithOpenToolCallCanBeForked(List<HistoryEntry.Draft> trailing) {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(call("c1"), agent("a1"), agent("a2")));
        source.append(trailing);
        source.endTurn(List.of(), StopReason.END_TURN);
        List<HistoryEntry> firstTurn = source.path();
        turn(source, "u2", "a3");

        assertThat(forkAt(source, "a2").path()).isEqualTo(firstTurn);
        assertRefused(BranchException.BOUNDARY, () -> forkAt(source, "a1"));
        under(source, "a2", agent("a4"));
        assertThat(messages(source)).containsExactly("u1", "a1", "a2", "a4");
    }

    @ParameterizedTest
    @MethodSource("trailing")
    void endOfATurnThatAForkDoesNotContainIsNotAPointOfIt(List<HistoryEntry.Draft> trailing) {
        repository = with(SessionRepositoryOptions.builder()
                .runningFork(SessionRepositoryOptions.RunningFork.INTERRUPT_MARKER)
                .build());
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(call("c1"), agent("a1")));
        SessionTree fork = fork(source, ForkPoint.end());
        source.append(trailing);
        source.endTurn(List.of(), StopReason.END_TURN);

        assertRefused(BranchException.BOUNDARY, () -> forkAt(fork, "a1"));
        assertThat(forkAt(source, "a1").path()).isEqualTo(source.path());
    }

    private SessionTree compacted() {
        SessionTree source = session();
        turn(source, "u1", "a1");
        turn(source, "u2", "a2");
        source.append(List.of(
                HistoryEntry.Draft.of(CompactionUpdate.of(new CompactionId("k1"), CompactionStatus.COMPLETED))));
        turn(source, "u3", "a3");
        return source;
    }

    @Test
    @DisplayName("44: a fork before a compaction has the raw turns and no compaction")
    void compactionIsNotInheritedByForksBeforeIt() {
        SessionTree fork = forkAt(compacted(), "a2");

        assertThat(messages(fork)).containsExactly("u1", "a1", "u2", "a2");
        assertThat(fork.latest(NodeKind.COMPACTION)).isNull();
        assertThat(messages(fork.context())).containsExactly("u1", "a1", "u2", "a2");
    }

    @Test
    @DisplayName("45: a fork after a compaction has the same context as the source, and the raw history")
    void compactionIsInheritedByForksAfterIt() {
        SessionTree source = compacted();
        SessionTree fork = forkAt(source, "a3");

        assertThat(fork.context()).isEqualTo(source.context());
        assertThat(fork.context().get(0).kind()).isEqualTo(NodeKind.COMPACTION);
        assertThat(messages(fork.context())).containsExactly("u3", "a3");
        assertThat(messages(fork)).hasSize(6);
    }

    @Test
    @DisplayName("48a: a message on both sides of a tool call ends with its last part")
    void messageAroundAToolCallIsWhole() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(agent("a1"), call("c1")));
        source.append(List.of(agent("a1")));

        assertRefused(BranchException.MESSAGE_INCOMPLETE, () -> forkAt(source, "a1"));
        source.append(List.of(done("c1"), agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);

        SessionTree fork = forkAt(source, "a1");
        assertThat(fork.path()).isEqualTo(source.path());
        assertThat(fork.find(id("a1")).depth()).isEqualTo(2);
    }

    @Test
    @DisplayName("48b: of a thought and a message with one id the message is meant")
    void messageIsPreferredToAThoughtOfTheSameId() {
        SessionTree source = session();
        source.beginTurn(user("u1"));
        source.append(List.of(HistoryEntry.Draft.thought(id("a1"), "hm"), agent("a1")));
        source.endTurn(List.of(), StopReason.END_TURN);
        turn(source, "u2", "a2");

        assertThat(kinds(forkAt(source, "a1"))).containsExactly("USER", "THOUGHT", "AGENT", "TURN_END");
    }

    @Test
    void questionAndAnswerOfOneIdAreAmbiguousUnlessTheKindIsGiven() {
        SessionTree source = session();
        turn(source, "m", "m");

        assertRefused(BranchException.AMBIGUOUS, () -> forkAt(source, "m"));
        assertThat(kinds(fork(source, ForkPoint.at(id("m"), BranchRole.USER)))).containsExactly("USER");
    }

    @Test
    @DisplayName("48c: a fork after N messages has exactly the first N")
    void forkByNumberHasThatMany() {
        SessionTree source = threeTurns();
        SessionTree deep = fork(forkAt(source, "a2"), ForkPoint.end());
        turn(deep, "v3", "b3");
        List<String> all = messages(deep);

        for (int n = 0; n <= all.size(); n++) {
            assertThat(messages(fork(deep, ForkPoint.first(n)))).isEqualTo(all.subList(0, n));
        }
        int before = count();
        assertRefused(BranchException.OUT_OF_RANGE, () -> fork(deep, ForkPoint.first(all.size() + 1)));
        assertThat(count()).isEqualTo(before);
    }

    /** Those that an agent may make: not the empty one, and none that is no text. */
    static List<String> oddIds() {
        return unknownIds().stream()
                .filter(id -> !id.isEmpty() && id.indexOf('\u0000') < 0 && id.indexOf('\ud800') < 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("oddIds")
    @DisplayName("55: ids are kept and compared as they are")
    void idsAreOpaque(String odd) {
        SessionTree source = session();
        turn(source, "u1", odd);

        assertThat(messages(forkAt(source, odd))).containsExactly("u1", odd);
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> forkAt(source, odd + "x"));
    }

    @Test
    @DisplayName("60: no id is there twice in a session")
    void secondMessageOfAnIdIsRefused() {
        SessionTree source = threeTurns();
        SessionTree fork = forkAt(source, "a1");

        assertRefused(BranchException.DUPLICATE_MESSAGE, () -> fork.beginTurn(user("u1")));
        assertRefused(BranchException.DUPLICATE_MESSAGE, () -> source.append(List.of(agent("a1"))));
        assertThat(messages(fork)).containsExactly("u1", "a1");
        turn(fork, "u2", "a2");
        assertThat(messages(fork)).containsExactly("u1", "a1", "u2", "a2");
    }
}
