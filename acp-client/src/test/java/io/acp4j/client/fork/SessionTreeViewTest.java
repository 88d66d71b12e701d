package io.acp4j.client.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.SessionNode;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.SessionTreeView.Orphans;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTreeViewTest {

    private static SessionInfo row(String id, @Nullable String parent) {
        return row(id, parent, 4, null);
    }

    private static SessionInfo row(String id, @Nullable String parent, int depth, @Nullable String label) {
        SessionInfo.Builder row =
                SessionInfo.builder(new SessionId(id), "/project").title("About " + id);
        return parent == null
                ? row.build()
                : row.meta(SessionLineage.builder()
                                .parentSessionId(new SessionId(parent))
                                .forkDepth(depth)
                                .label(label)
                                .build()
                                .into(null))
                        .build();
    }

    private static List<String> shown(SessionTreeView forest) {
        return forest.nodes().stream()
                .map(node -> "  ".repeat(node.level()) + node.id())
                .toList();
    }

    private static @Nullable SessionId id(@Nullable String value) {
        return value == null ? null : new SessionId(value);
    }

    @Test
    void forkOfUnknownDepthIsNotTakenForOneOfNothing() {
        SessionInfo unsaid = SessionInfo.builder(new SessionId("u"), "/project")
                .title("About u")
                .meta(SessionLineage.builder()
                        .parentSessionId(new SessionId("p"))
                        .build()
                        .into(null))
                .build();
        SessionTreeView forest = SessionTreeView.of(List.of(row("p", null), unsaid, row("z", "p", 0, null)));

        assertThat(forest.find(new SessionId("u")).mark()).isEqualTo("fork@?");
        assertThat(forest.find(new SessionId("u")).displayName()).isEqualTo("About u");
        assertThat(forest.find(new SessionId("z")).mark()).isEqualTo("fork@0");
    }

    @Test
    void forksStandBelowTheirOriginInTheOrderOfTheList() {
        SessionTreeView forest = SessionTreeView.of(List.of(
                row("b2", "b"), row("a", null), row("a1", "a"), row("b", null), row("b1", "b"), row("b11", "b1")));

        assertThat(shown(forest)).containsExactly("a", "  a1", "b", "  b2", "  b1", "    b11");
        assertThat(forest.find(new SessionId("b11")).parent().id()).isEqualTo(new SessionId("b1"));
        assertThat(forest.find(new SessionId("x"))).isNull();
        assertThat(SessionTreeView.of(List.of()).nodes()).isEmpty();
    }

    @Test
    @DisplayName("75: a fork shows its parent, its point and its label")
    void forkShowsItsParentItsPointAndItsLabel() {
        SessionTreeView forest =
                SessionTreeView.of(List.of(row("p", null), row("c", "p", 4, "alt"), row("d", "p", 7, null)));

        SessionNode labelled = forest.find(new SessionId("c"));
        assertThat(labelled.parent().id()).isEqualTo(new SessionId("p"));
        assertThat(labelled.mark()).isEqualTo("fork@4");
        assertThat(labelled.displayName()).isEqualTo("alt");
        assertThat(forest.nodes()).extracting(SessionNode::displayName).containsExactly("About p", "alt", "fork@7");
        assertThat(forest.find(new SessionId("p")).mark()).isNull();
    }

    @Test
    void sessionWithoutTitleGoesByItsId() {
        SessionTreeView forest = SessionTreeView.of(
                List.of(SessionInfo.builder(new SessionId("s"), "/project").build()));

        assertThat(forest.roots().get(0).displayName()).isEqualTo("s");
    }

    @Test
    @DisplayName(
            "77: with the middle of a chain deleted, the last stands at the top, or below its grandparent if so wished")
    void grandchildOfADeletedSessionMovesUp() {
        List<SessionInfo> chain = List.of(row("p", null), row("c", "p"), row("g", "c"));
        SessionId deleted = new SessionId("c");

        assertThat(shown(SessionTreeView.of(chain).without(deleted))).containsExactly("p", "g");
        SessionTreeView adopting = SessionTreeView.of(chain, Orphans.GRANDPARENT);
        assertThat(shown(adopting.without(deleted))).containsExactly("p", "  g");
        List<SessionInfo> listedAgain = List.of(row("p", null), row("g", null));
        assertThat(shown(adopting.refreshed(listedAgain))).containsExactly("p", "  g");
        assertThat(shown(adopting.refreshed(listedAgain).refreshed(listedAgain)))
                .as("remembered for longer than one list")
                .containsExactly("p", "  g");
        assertThat(shown(SessionTreeView.of(chain).refreshed(listedAgain))).containsExactly("p", "g");
    }

    @Test
    void grandparentIsFoundAcrossSeveralGoneSessions() {
        List<SessionInfo> chain = List.of(row("a", null), row("b", "a"), row("c", "b"), row("d", "c"));

        SessionTreeView forest = SessionTreeView.of(chain, Orphans.GRANDPARENT)
                .without(new SessionId("b"))
                .without(new SessionId("c"));

        assertThat(shown(forest)).containsExactly("a", "  d");
        assertThat(shown(forest.without(new SessionId("a")))).containsExactly("d");
    }

    @Test
    void sessionWhoseParentIsThereButNoLongerNamedStandsAtTheTop() {
        SessionTreeView forest = SessionTreeView.of(List.of(row("p", null), row("c", "p")), Orphans.GRANDPARENT);

        assertThat(shown(forest.refreshed(List.of(row("p", null), row("c", null)))))
                .containsExactly("p", "c");
    }

    @Test
    @DisplayName(
            "79: after a deletion the parent is shown, else the next sibling, else the previous one, else the main one")
    void selectionGoesToTheNearest() {
        SessionTreeView forest = SessionTreeView.of(List.of(
                row("main", null),
                row("p", null),
                row("c1", "p"),
                row("o1", "gone"),
                row("o2", "gone"),
                row("o3", "gone")));

        assertThat(forest.selectionAfter(id("c1"))).isEqualTo(id("p"));
        assertThat(forest.selectionAfter(id("o2"))).isEqualTo(id("o3"));
        assertThat(forest.selectionAfter(id("o3"))).isEqualTo(id("o2"));
        assertThat(forest.selectionAfter(id("main"))).isEqualTo(id("p"));
        SessionTreeView alone = forest.without(id("o1")).without(id("o3"));
        assertThat(alone.selectionAfter(id("o2"), id("main"))).isEqualTo(id("main"));
        assertThat(alone.selectionAfter(id("o2"), id("absent"))).isEqualTo(id("main"));
        assertThat(forest.selectionAfter(id("unknown"), id("p"))).isEqualTo(id("p"));
    }

    @Test
    @DisplayName("79: what was forked from the last session is shown after it, and nothing when there is nothing")
    void selectionEndsWithTheLastSession() {
        SessionTreeView forest = SessionTreeView.of(List.of(row("p", null), row("c", "p")));

        assertThat(forest.selectionAfter(id("p"))).isEqualTo(id("c"));
        assertThat(forest.without(id("p")).selectionAfter(id("c"))).isNull();
        assertThat(forest.without(id("x"))).isSameAs(forest);
    }

    @Test
    @DisplayName("80: unknown parents, sessions that name themselves and circles are shown once each")
    void impossibleLineageIsShownOnce() {
        assertThat(shown(SessionTreeView.of(List.of(row("a", "unknown"), row("b", "b"), row("b1", "b")))))
                .containsExactly("a", "b", "  b1");
        assertThat(shown(SessionTreeView.of(
                        List.of(row("tail", "c2"), row("c1", "c3"), row("c2", "c1"), row("c3", "c2")))))
                .containsExactly("c1", "  c2", "    tail", "    c3");
        assertThat(shown(SessionTreeView.of(List.of(row("x", "y"), row("y", "x")), Orphans.GRANDPARENT)))
                .containsExactly("x", "  y");
    }

    @Test
    @DisplayName("80: a circle among sessions that are gone ends the search for an ancestor")
    void circleOfGoneSessionsIsLeft() {
        SessionTreeView forest = SessionTreeView.of(
                List.of(row("a", null), row("x", "y"), row("y", "x"), row("z", "x")), Orphans.GRANDPARENT);

        assertThat(shown(forest.refreshed(List.of(row("a", null), row("z", "x")))))
                .containsExactly("a", "z");
    }

    @ParameterizedTest(name = "80: malformed lineage {0} leaves a session at the top")
    @ValueSource(strings = {"7", "[]", "null", "{'parentSessionId':7}", "{'parentSessionId':null,'forkDepth':-1}"})
    void malformedLineageIsNone(String lineage) {
        SessionInfo row = SessionInfo.builder(new SessionId("s"), "/project")
                .meta(Meta.of(SessionLineage.KEY, RawJson.of(RawAgent.json(lineage))))
                .build();

        SessionTreeView forest = SessionTreeView.of(List.of(row("p", null), row));

        assertThat(shown(forest)).containsExactly("p", "s");
        assertThat(forest.find(new SessionId("s")).mark()).isNull();
    }

    @Test
    void sessionThatIsListedTwiceIsShownOnce() {
        SessionTreeView forest =
                SessionTreeView.of(List.of(row("p", null), row("c", "p"), row("c", null), row("p", "c")));

        assertThat(shown(forest)).containsExactly("p", "  c");
    }

    @RepeatedTest(value = 50, name = "80: random lineage {currentRepetition} shows each session once")
    void randomLineageShowsEachSessionOnce(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        int count = 1 + random.nextInt(30);
        List<SessionInfo> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row("s" + i, random.nextInt(5) == 0 ? null : "s" + random.nextInt(count + 3)));
        }
        SessionTreeView forest =
                SessionTreeView.of(rows, random.nextBoolean() ? Orphans.GRANDPARENT : Orphans.TOP_LEVEL);
        for (int left = count; left > 0; left--) {
            assertThat(forest.nodes())
                    .as("seed " + seed)
                    .extracting(SessionNode::id)
                    .doesNotHaveDuplicates()
                    .hasSize(left);
            SessionId deleted = new SessionId("s" + (count - left));
            SessionId next = forest.selectionAfter(deleted);
            forest = forest.without(deleted);
            assertThat(next == null ? left == 1 : forest.find(next) != null)
                    .as("selection after " + deleted + ", seed " + seed)
                    .isTrue();
        }
    }

    @Test
    @DisplayName("81: with the parent filtered out by its directory, a fork stands at the top")
    void forkWhoseParentIsFilteredOutStandsAtTheTop() {
        SessionInfo elsewhere =
                SessionInfo.builder(new SessionId("p"), "/elsewhere").build();
        SessionTreeView forest = SessionTreeView.of(List.of(elsewhere, row("c", "p"), row("g", "c")));

        assertThat(shown(forest)).containsExactly("p", "  c", "    g");
        assertThat(shown(forest.in("/project"))).containsExactly("c", "  g");
        assertThat(shown(SessionTreeView.of(List.of(row("c", "p"), row("g", "c")))))
                .containsExactly("c", "  g");
        assertThat(forest.in("/nowhere").nodes()).isEmpty();
    }

    @Test
    @DisplayName("88: ten thousand forks of forks are shown")
    void deepChainsAreShown() {
        List<SessionInfo> chain = new ArrayList<>(IntStream.range(0, 10_000)
                .mapToObj(i -> row("s" + i, i == 0 ? null : "s" + (i - 1)))
                .toList());
        Collections.reverse(chain);

        SessionTreeView forest = SessionTreeView.of(chain, Orphans.GRANDPARENT);

        assertThat(forest.nodes()).hasSize(10_000);
        assertThat(forest.find(new SessionId("s9999")).level()).isEqualTo(9_999);
        assertThat(forest.roots()).singleElement().extracting(SessionNode::id).isEqualTo(new SessionId("s0"));
    }
}
