package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules of branches inside a session; the numbers are those of the scenarios in the rules of branching. */
public abstract class TreeContract extends SessionRepositoryContract {

    /** For subclasses. */
    protected TreeContract() {}

    /** M1 to M6 in a row, then M7 and M8 under M2. */
    private SessionTree branched() {
        SessionTree session = session();
        turn(session, "M1", "M2");
        turn(session, "M3", "M4");
        turn(session, "M5", "M6");
        under(session, "M2", user("M7"));
        session.append(List.of(agent("M8")));
        return session;
    }

    @Test
    @DisplayName("61: leaves have their depth and are in the order they were stored")
    void leavesHaveTheirDepth() {
        assertThat(leaves(branched())).containsExactly("M6@6", "M8@4");
    }

    @Test
    @DisplayName("62: the path to a leaf has nothing of other branches, and may end at any message")
    void pathGoesToItsLeaf() {
        SessionTree session = branched();

        assertThat(messages(session.path(id("M8")))).containsExactly("M1", "M2", "M7", "M8");
        assertThat(messages(session.path(id("M6")))).containsExactly("M1", "M2", "M3", "M4", "M5", "M6");
        assertThat(messages(session.path(id("M3")))).containsExactly("M1", "M2", "M3");
    }

    @Test
    @DisplayName("63: without a leaf the path ends at the head")
    void pathEndsAtTheHead() {
        SessionTree session = branched();

        assertThat(messages(session)).containsExactly("M1", "M2", "M7", "M8");
        assertThat(Objects.requireNonNull(activeLeaf(session)).messageId()).isEqualTo(id("M8"));
    }

    @Test
    @DisplayName("64: without a parent everything follows everything")
    void linearSessionIsLinear() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        session.append(user("u2"), SessionTree.Position.AT_HEAD);
        session.append(agent("a2"), SessionTree.Position.AT_HEAD);

        assertThat(messages(session)).containsExactly("u1", "a1", "u2", "a2");
        assertThat(leaves(session)).containsExactly("a2@4");
    }

    @Test
    @DisplayName("65: a parent that is none is refused, and nothing is stored")
    void unknownParentIsRefused() {
        SessionTree session = branched();
        SessionTree other = session();
        turn(other, "x1", "y1");
        long version = session.session().version();

        assertThatThrownBy(() -> under(session, "", user("M9")))
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
        for (String foreign : List.of("y1", "nobody", "M9", "m".repeat(10_000))) {
            assertThatThrownBy(() -> under(session, foreign, user("M9")))
                    .isInstanceOfSatisfying(BranchException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
                        assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_MESSAGE);
                    });
        }
        assertThat(session.session().version()).isEqualTo(version);
    }

    @Test
    @DisplayName("66: what is stored at one moment keeps its order")
    void orderIsThatOfStoring() {
        SessionTree session = session();
        List<HistoryEntry.Draft> nodes = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            nodes.add(agent("m" + i));
            ids.add("m" + i);
        }
        session.append(nodes);

        assertThat(messages(session)).isEqualTo(ids);
        assertThat(session.path()).extracting(node -> node.header().sequence()).isSorted();
    }

    @Test
    @DisplayName("67: of two writers that expect the same version one wins, and there is no branch")
    void staleWriterLearnsThatItLost() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        long version = session.session().version();

        session.expecting(version).append(agent("first"), SessionTree.Position.AT_HEAD);

        assertRefused(
                BranchException.CONFLICT,
                () -> session.expecting(version).append(agent("second"), SessionTree.Position.AT_HEAD));
        assertThat(leaves(session)).containsExactly("first@3");
    }

    @Test
    @DisplayName("68: going to a question moves before it and gives its text, also after a restart")
    void goingToAQuestionMovesBeforeIt() {
        SessionTree session = branched();

        SessionTree.Navigation moved = session.navigate(id("M5"));

        assertThat(moved.text()).isEqualTo("text of M5");
        assertThat(moved.message()).isEqualTo(id("M4"));
        session.close();
        restart();
        SessionTree again = repository.open(session.id());
        assertThat(messages(again)).containsExactly("M1", "M2", "M3", "M4");
        turn(again, "N5", "N6");
        assertThat(messages(again)).containsExactly("M1", "M2", "M3", "M4", "N5", "N6");
        assertThat(leaves(again)).containsExactly("M6@6", "M8@4", "N6@6");
    }

    @Test
    @DisplayName("68: going to the first question leaves the branch empty, and a new beginning is possible")
    void goingToTheFirstQuestionBeginsAnew() {
        SessionTree session = branched();

        SessionTree.Navigation moved = session.navigate(id("M1"));
        assertThat(moved.head()).isNull();
        assertThat(session.path()).isEmpty();
        turn(session, "N1", "N2");

        assertThat(messages(session)).containsExactly("N1", "N2");
        assertThat(leaves(session)).containsExactly("M6@6", "M8@4", "N2@2");
    }

    @Test
    @DisplayName("69: the stored head decides after a restart, not what was written last")
    void headIsStored() {
        SessionTree session = branched();
        session.navigate(id("M6"));
        session.close();
        restart();

        SessionTree again = repository.open(session.id());

        assertThat(messages(again)).containsExactly("M1", "M2", "M3", "M4", "M5", "M6");
        turn(again, "M9", "M10");
        assertThat(leaves(again)).containsExactly("M8@4", "M10@8");
    }

    @Test
    @DisplayName("70: the context of a branch has nothing of its siblings, nor their tool calls")
    void contextIsThatOfTheBranch() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        session.beginTurn(user("u2"));
        session.append(List.of(
                HistoryEntry.Draft.of(
                        ToolCall.builder(new ToolCallId("c1"), "a tool").build()),
                agent("a2")));
        session.endTurn(List.of(), StopReason.END_TURN);

        session.navigate(id("a1"));
        turn(session, "v2", "b2");

        assertThat(messages(session.context())).containsExactly("u1", "a1", "v2", "b2");
        assertThat(session.context()).extracting(HistoryEntry::kind).doesNotContain(NodeKind.TOOL);
    }

    @Test
    @DisplayName("71: a listener gets the branch of each message, and nothing else")
    void listenerGetsTheBranch() {
        List<List<String>> heard = new CopyOnWriteArrayList<>();
        repository.onStored(branch -> heard.add(messages(branch.path())));

        SessionTree session = branched();

        assertThat(heard).hasSize(8);
        assertThat(heard.get(6)).containsExactly("M1", "M2", "M7");
        assertThat(heard.get(7)).containsExactly("M1", "M2", "M7", "M8");
        assertThat(messages(session)).isEqualTo(heard.get(7));
    }

    @Test
    void listenerThatFailsDoesNotHarmTheSession() {
        repository.onStored(branch -> {
            throw new IllegalStateException("on purpose");
        });
        SessionTree session = session();
        turn(session, "u1", "a1");

        assertThat(messages(session)).containsExactly("u1", "a1");
    }

    @Test
    @DisplayName("72: nobody moves the head during a turn")
    void headIsNotMovedDuringATurn() {
        SessionTree session = branched();
        session.beginTurn(user("M9"));

        assertRefused(BranchException.TURN_IN_PROGRESS, () -> session.navigate(id("M2")));
        assertRefused(BranchException.TURN_IN_PROGRESS, () -> session.beginTurn(user("M10")));
        assertRefused(BranchException.TURN_IN_PROGRESS, () -> under(session, "M2", agent("M10")));
        assertRefused(BranchException.TURN_IN_PROGRESS, () -> session.prune(id("M3")));
        session.endTurn(List.of(), StopReason.END_TURN);
        assertThat(messages(session)).endsWith("M8", "M9");
        assertRefused(BranchException.NO_TURN, () -> session.endTurn(List.of(), StopReason.END_TURN));
    }

    @Test
    @DisplayName("73: a label stays after a restart and changes nothing else")
    void labelIsKept() {
        SessionTree session = branched();
        List<String> leaves = leaves(session);

        session.label(id("M4"), "the good one");
        session.label(id("M8"), "gone");
        session.label(id("M8"), null);
        session.close();
        restart();

        SessionTree again = repository.open(session.id());
        assertThat(again.labels()).isEqualTo(Map.of(again.find(id("M4")).ref(), "the good one"));
        assertThat(leaves(again)).isEqualTo(leaves);
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> again.label(id("nobody"), "x"));
    }

    @Test
    @DisplayName("74: two branches part where they part")
    void comparisonFindsTheFork() {
        TreeView.Comparison comparison = branched().compare(id("M6"), id("M8"));

        assertThat(Objects.requireNonNull(comparison.common()).messageId()).isEqualTo(id("M2"));
        assertThat(ids(comparison.left())).containsExactly("M3", "M4", "M5", "M6");
        assertThat(ids(comparison.right())).containsExactly("M7", "M8");
        assertThat(branched().compare(id("M4"), id("M6")).left()).isEmpty();
    }

    private static List<String> ids(List<StoredNode.Header> headers) {
        return headers.stream()
                .map(header -> Objects.requireNonNull(header.messageId()).value())
                .toList();
    }

    @Test
    void summaryOfAnotherBranchSaysWhereItComesFrom() {
        SessionTree session = branched();

        HistoryEntry summary =
                session.graft(id("M6"), null, new SessionTree.Summary(new MessageId("S1"), "what M6 was about"));

        assertThat(summary.kind()).isEqualTo(NodeKind.SUMMARY);
        assertThat(summary.text()).isEqualTo("what M6 was about");
        assertThat(session.path()).endsWith(summary);
        assertThat(leaves(session)).containsExactly("M6@6", "S1@5");
        session.graft(id("M8"), id("M6"), new SessionTree.Summary(new MessageId("S2"), "x"));
        assertThat(session.path()).endsWith(summary);
        assertThat(leaves(session)).containsExactly("S1@5", "S2@7");
        assertThat(messages(session.path(id("S2")))).containsExactly("M1", "M2", "M3", "M4", "M5", "M6", "S2");
        assertThat(session.path(id("M6"))).isEqualTo(session.path(id("S2")));
        assertThat(session.navigate(id("M6")).message()).isEqualTo(id("S2"));
        assertThat(session.context()).extracting(HistoryEntry::text).endsWith("text of M6", "", "x");
        assertRefused(
                BranchException.EMPTY,
                () -> session.graft(id("M8"), null, new SessionTree.Summary(new MessageId("S3"), " \n")));
        assertRefused(
                BranchException.DUPLICATE_MESSAGE,
                () -> session.graft(id("M8"), null, new SessionTree.Summary(id("M6"), "x")));
        assertRefused(
                BranchException.UNKNOWN_MESSAGE,
                () -> session.graft(id("nobody"), null, new SessionTree.Summary(new MessageId("S3"), "x")));
    }

    @Test
    @DisplayName(
            "a summary comes behind what trails the last message of a branch, and keeps a branch that goes on going on")
    void summaryComesBehindWhatTrailsTheLastMessage() {
        SessionTree session = branched();
        session.append(List.of(HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("plan"), null))));

        session.graft(id("M6"), id("M8"), new SessionTree.Summary(id("S1"), "x"));
        assertThat(kinds(session)).endsWith("AGENT", "MODE", "SUMMARY");
        session.graft(id("M6"), id("M7"), new SessionTree.Summary(id("S2"), "x"));
        assertThat(messages(session)).endsWith("M8", "S1");
        session.navigate(id("M6"));
        session.graft(id("M6"), id("S1"), new SessionTree.Summary(id("S3"), "x"));
        assertThat(kinds(messagesAt(session, "S3"))).endsWith("AGENT", "MODE", "SUMMARY", "SUMMARY");
        assertThat(leaves(session)).containsExactly("M6@6", "S2@4", "S3@6");
    }

    private static List<HistoryEntry> messagesAt(SessionTree session, String leaf) {
        return session.path(id(leaf));
    }

    private static List<String> kinds(List<HistoryEntry> nodes) {
        return nodes.stream().map(node -> node.kind().name()).toList();
    }

    @Test
    @DisplayName("nobody goes on from inside a tool call")
    void conversationDoesNotGoOnFromInsideAToolCall() {
        SessionTree session = session();
        ToolCallId call = new ToolCallId("call");
        session.beginTurn(user("u1"));
        session.append(List.of(
                agent("a1"),
                HistoryEntry.Draft.of(ToolCall.builder(call, "look").build()),
                agent("a2")));
        session.append(List.of(
                HistoryEntry.Draft.of(ToolCallUpdate.builder(call)
                        .status(ToolCallStatus.COMPLETED)
                        .build()),
                agent("a3")));
        session.endTurn(List.of(), StopReason.END_TURN);

        assertRefused(BranchException.BOUNDARY, () -> session.navigate(id("a2")));
        assertRefused(BranchException.BOUNDARY, () -> under(session, "a2", agent("x")));
        assertRefused(
                BranchException.BOUNDARY,
                () -> session.graft(id("a3"), id("a2"), new SessionTree.Summary(id("x"), "x")));
        session.navigate(id("a1"));
        session.navigate(id("a3"));
        assertThat(messages(session)).containsExactly("u1", "a1", "a2", "a3");
    }

    @Test
    @DisplayName("67: every change is made to the version that it expects, or not at all")
    void everyChangeExpectsItsVersion() {
        SessionTree session = branched();
        Map<String, Consumer<SessionTree>> changes = new LinkedHashMap<>();
        changes.put("append all", tree -> tree.append(List.of(agent("x1"))));
        changes.put("append", tree -> tree.append(agent("x2"), SessionTree.Position.AT_HEAD));
        changes.put("navigate", tree -> tree.navigate(id("M8")));
        changes.put("label", tree -> tree.label(id("M4"), "x"));
        changes.put("graft", tree -> tree.graft(id("M6"), null, new SessionTree.Summary(id("x3"), "x")));
        changes.put("prune", tree -> tree.prune(id("M3")));
        changes.put("attribute", tree -> tree.attribute("own", SessionAttribute.own("x")));
        changes.put("title", tree -> tree.title("x"));
        changes.put("begin turn", tree -> tree.beginTurn(user("x4")));
        changes.put("end turn", tree -> tree.endTurn(List.of(), StopReason.END_TURN));

        changes.forEach((name, change) -> {
            StoredSession before = session.session();
            assertThatThrownBy(() -> change.accept(session.expecting(before.version() - 1)))
                    .as(name)
                    .isInstanceOfSatisfying(
                            BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.CONFLICT));
            // The lease may be prolonged meanwhile.
            StoredSession after = session.session();
            assertThat(after.toBuilder().lease(before.lease()).build()).as(name).isEqualTo(before);
            change.accept(session.expecting(before.version()));
            assertThat(session.session().version()).as(name).isGreaterThan(before.version());
        });
        assertThat(messages(session)).containsExactly("M1", "M2", "M7", "M8", "x3", "x4");
    }

    @Test
    @DisplayName("the latest node is the parent of all that is appended, when the agent has chosen so")
    void latestCreatedIsTheParentOfAllThatIsAppended() {
        SessionRepository latest = with(SessionRepositoryOptions.builder()
                .parent(SessionRepositoryOptions.ParentPolicy.LATEST_CREATED)
                .build());
        SessionTree session = session(latest);
        turn(session, "u1", "a1");
        turn(session, "u2", "a2");
        session.append(List.of(HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("plan"), null))));

        session.navigate(id("a1"));
        session.append(List.of(agent("a3"), agent("a4")));
        assertThat(messages(session)).containsExactly("u1", "a1", "u2", "a2", "a3", "a4");
        assertThat(kinds(session)).as("the mode that was set last holds").contains("MODE");
        session.navigate(id("a1"));
        session.append(agent("a5"), SessionTree.Position.AT_HEAD);
        assertThat(messages(session)).endsWith("a4", "a5");
        session.navigate(id("a1"));
        turn(session, "u6", "a6");
        assertThat(messages(session)).endsWith("a5", "u6", "a6");
        SessionTree fork =
                latest.open(latest.fork(ForkSpec.builder(session.id(), newId()).build())
                        .session()
                        .id());
        fork.navigate(id("a1"));
        fork.append(List.of(agent("f1")));
        assertThat(messages(fork)).as("what was inherited was stored last").endsWith("a6", "f1");
    }

    @Test
    @DisplayName("a label is one line that people can read, in every way of setting it")
    void malformedLabelsAreRefused() {
        SessionTree session = branched();
        for (String label :
                List.of("", " ", "a\nb", "a\u0085b", "\u202Egnp", "\uFEFF", "\u200D", "\uD800", "a\u0007")) {
            assertRefused(BranchException.MALFORMED_LABEL, () -> session.label(id("M4"), label));
            assertRefused(
                    BranchException.MALFORMED_LABEL,
                    () -> repository.fork(
                            ForkSpec.builder(session.id(), newId()).label(label).build()));
        }
        assertRefused(BranchException.LIMIT, () -> session.label(id("M4"), "x".repeat(1001)));
        assertRefused(
                BranchException.LIMIT,
                () -> repository.fork(ForkSpec.builder(session.id(), newId())
                        .label("x".repeat(1001))
                        .build()));
        assertThat(session.labels()).isEmpty();
        assertThat(count()).isEqualTo(1);
        session.label(id("M4"), "x".repeat(1000));
    }

    @Test
    @DisplayName("the first message of a session without a title may be its title, as one line")
    void firstMessageMayBeTheTitle() {
        SessionTree session = session();
        session.beginTurn(user("u1"), " Plant\n\ta  tree\u0000 ");
        session.endTurn(List.of(agent("a1")), StopReason.END_TURN);
        assertThat(session.session().title()).isEqualTo("Plant a tree");
        session.beginTurn(user("u2"), "Another");
        session.endTurn(List.of(), StopReason.END_TURN);
        assertThat(session.session().title()).isEqualTo("Plant a tree");
        session.title(null);
        session.beginTurn(user("u3"), "Another");
        assertThat(session.session().title()).isNull();
        SessionTree named = session();
        named.title("Named");
        named.beginTurn(user("n1"), "Another");
        assertThat(named.session().title()).isEqualTo("Named");
        SessionTree blank = session();
        blank.beginTurn(user("b1"), " \n ");
        assertThat(blank.session().title()).isNull();
        SessionTree longest = session();
        longest.beginTurn(user("l1"), "x".repeat(999) + "\uD83D\uDE00" + "x".repeat(100_000));
        assertThat(longest.session().title()).isEqualTo("x".repeat(999) + "\u2026");
    }

    @Test
    void pagesGoBothWays() {
        SessionTree session = branched();
        SessionTree fork = forkAt(session, "M8");
        turn(fork, "F1", "F2");
        List<HistoryEntry> path = fork.path();

        for (int limit = 1; limit <= path.size() + 1; limit++) {
            assertThat(all(fork, PathQuery.first(limit))).isEqualTo(path);
            assertThat(all(fork, PathQuery.last(limit))).isEqualTo(path);
        }
        assertThat(fork.page(PathQuery.last(2)).items()).isEqualTo(path.subList(path.size() - 2, path.size()));
        Page<HistoryEntry> toM2 = fork.page(PathQuery.last(100).to(id("M2")));
        assertThat(messages(toM2.items())).containsExactly("M1", "M2");
        for (String cursor : List.of("", "x", "1", "99.0", "-1.-1", "1.99999999999")) {
            assertRefused(
                    BranchException.INVALID_CURSOR,
                    () -> fork.page(PathQuery.last(2).from(cursor)));
        }
    }

    private static List<HistoryEntry> all(SessionTree session, PathQuery query) {
        List<HistoryEntry> nodes = new ArrayList<>();
        PathQuery next = query;
        while (true) {
            Page<HistoryEntry> page = session.page(next);
            nodes.addAll(query.backward() ? 0 : nodes.size(), page.items());
            String cursor = query.backward() ? page.previous() : page.next();
            if (cursor == null) {
                return nodes;
            }
            next = query.from(cursor);
        }
    }

    @Test
    void leavesArePaged() {
        SessionTree session = session();
        turn(session, "u", "a");
        for (int i = 0; i < 25; i++) {
            under(session, "a", agent("b" + i));
        }
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            Page<TreeView.Leaf> page = session.leaves(cursor, 10);
            page.items().forEach(leaf -> seen.add(leaf.messageId().value()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(seen)
                .hasSize(25)
                .doesNotHaveDuplicates()
                .startsWith("b0", "b1")
                .endsWith("b24");
        assertRefused(BranchException.INVALID_CURSOR, () -> session.leaves("x", 1));
    }

    @Test
    void newestLeafAndLatestMessageCanBeTheDefault() {
        repository = with(SessionRepositoryOptions.builder()
                .leaf(SessionRepositoryOptions.LeafPolicy.NEWEST_LEAF)
                .parent(SessionRepositoryOptions.ParentPolicy.LATEST_CREATED)
                .build());
        SessionTree session = branched();
        session.navigate(id("M6"));

        assertThat(messages(session)).containsExactly("M1", "M2", "M7", "M8");
        turn(session, "M9", "M10");
        assertThat(messages(session)).containsExactly("M1", "M2", "M7", "M8", "M9", "M10");
    }

    @Test
    void secondConversationInASessionHasToBeAllowed() {
        SessionTree session = branched();
        assertRefused(BranchException.SECOND_ROOT, () -> session.append(user("R1"), SessionTree.Position.AT_ROOT));

        repository = with(SessionRepositoryOptions.builder().manyRoots(true).build());
        SessionTree free = session();
        turn(free, "u1", "a1");
        free.append(user("R1"), SessionTree.Position.AT_ROOT);
        assertThat(messages(free)).containsExactly("R1");
        assertThat(leaves(free)).containsExactly("a1@2", "R1@1");
    }

    @Test
    @DisplayName("84: a turn whose process died is closed by a mark, and so are its tool calls")
    void interruptedTurnIsClosedWhenOpened() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        session.beginTurn(user("u2"));
        session.append(List.of(
                agent("a2"),
                HistoryEntry.Draft.of(
                        ToolCall.builder(new ToolCallId("c1"), "a tool").build())));

        SessionTree again = repository.open(session.id());

        List<HistoryEntry> path = again.path();
        assertThat(kinds(again)).endsWith("USER", "AGENT", "TOOL", "TOOL", "TURN_END");
        assertThat(path.get(path.size() - 1).isInterruption()).isTrue();
        assertThat(again.session().turn()).isNull();
        turn(again, "u3", "a3");
        assertThat(messages(again)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3");
    }

    @Test
    void sessionThatWasOpenedAgainCanOnlyBeWrittenByTheLater() {
        SessionTree session = branched();
        SessionTree again = repository.open(session.id());

        assertRefused(BranchException.TAKEN_OVER, () -> session.beginTurn(user("M9")));
        session.close();
        turn(again, "M9", "M10");
        again.close();
        assertRefused(BranchException.CLOSED, () -> again.append(List.of(agent("M11"))));
        assertThat(messages(repository.open(session.id()))).endsWith("M9", "M10");
    }
}
