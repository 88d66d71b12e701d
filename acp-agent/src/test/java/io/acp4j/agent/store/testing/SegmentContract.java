package io.acp4j.agent.store.testing;

import static io.acp4j.agent.store.testing.Samples.fork;
import static io.acp4j.agent.store.testing.Samples.grown;
import static io.acp4j.agent.store.testing.Samples.node;
import static io.acp4j.agent.store.testing.Samples.segment;
import static io.acp4j.agent.store.testing.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every store does with segments, their nodes and the labels of these. */
abstract class SegmentContract extends SessionRowContract {

    @Test
    void segmentsAreStoredAndChanged() {
        Segment changed = store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, owner, null));
            Segment child = insert(tx, segment(tx, owner, new NodeRef(root.id(), 4)));
            assertThat(tx.segment(root.id())).isEqualTo(root);
            assertThat(tx.segment(child.id())).isEqualTo(child);
            Segment update = grown(child, 2, tx.sequence(1));
            tx.update(update);
            assertThat(tx.segment(child.id())).isEqualTo(update);
            return update;
        });

        store = reopen(store);

        assertThat(store.<@Nullable Segment>read(view -> view.segment(changed.id())))
                .isEqualTo(changed);
        assertThat(store.<@Nullable Segment>read(view -> view.segment(changed.id() + 100)))
                .isNull();
    }

    @Test
    void aChainLeadsFromASegmentToTheBeginning() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            Segment a = insert(tx, segment(tx, owner, null));
            Segment b = insert(tx, segment(tx, owner, new NodeRef(a.id(), 0)));
            insert(tx, segment(tx, owner, new NodeRef(a.id(), 1)));
            Segment d = insert(tx, segment(tx, owner, new NodeRef(b.id(), 7)));
            assertThat(tx.chain(d.id())).containsExactly(d, b, a);
            assertThat(tx.chain(a.id())).containsExactly(a);
            assertThat(tx.chain(d.id() + 1)).isEmpty();
            return null;
        });
    }

    @Test
    void aChainOfTenThousandSegmentsIsGivenWhole() {
        long last = store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            NodeRef parent = null;
            for (int i = 0; i < 10_000; i++) {
                parent = new NodeRef(insert(tx, segment(tx, owner, parent)).id(), 0);
            }
            return Objects.requireNonNull(parent).segment();
        });

        List<Segment> chain = store.read(view -> view.chain(last));

        assertThat(chain).hasSize(10_000);
        assertThat(chain.get(9_999).parent()).isNull();
        for (int i = 1; i < chain.size(); i++) {
            assertThat(Objects.requireNonNull(chain.get(i - 1).parent()).segment())
                    .isEqualTo(chain.get(i).id());
        }
    }

    @Test
    void whatHangsOnASegmentIsFound() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            StoredSession other = insert(tx, session(tx, "o"));
            Segment root = insert(tx, segment(tx, owner, null));
            Segment at3 = insert(tx, segment(tx, owner, new NodeRef(root.id(), 3)));
            Segment at5 = insert(tx, segment(tx, other, new NodeRef(root.id(), 5)));
            Segment deeper = insert(tx, segment(tx, other, new NodeRef(at5.id(), 9)));

            assertThat(tx.below(root.id())).containsExactlyInAnyOrder(at3, at5);
            assertThat(tx.below(at5.id())).containsExactly(deeper);
            assertThat(tx.below(deeper.id())).isEmpty();
            assertThat(tx.lastBelow(root.id())).isEqualTo(5);
            assertThat(tx.lastBelow(at5.id())).isEqualTo(9);
            assertThat(tx.lastBelow(deeper.id())).isEqualTo(-1);
            assertThat(tx.ownedBy(owner.id())).containsExactly(root, at3);
            assertThat(tx.ownedBy(other.id())).containsExactly(at5, deeper);
            assertThat(tx.ownedBy(new SessionId("nobody"))).isEmpty();
            return null;
        });
    }

    @Test
    void whoWasForkedInASegmentIsFound() {
        store.write(tx -> {
            StoredSession source = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, source, null));
            Segment next = insert(tx, segment(tx, source, new NodeRef(root.id(), 8)));
            StoredSession a = insert(tx, fork(tx, "a", source, new NodeRef(root.id(), 2)));
            StoredSession b = insert(tx, fork(tx, "b", source, new NodeRef(root.id(), 0)));
            StoredSession c = insert(tx, fork(tx, "c", source, new NodeRef(root.id(), 2)));
            insert(tx, fork(tx, "d", source, null));

            assertThat(tx.forkedIn(root.id())).containsExactlyInAnyOrder(a, b, c);
            assertThat(tx.forkedIn(next.id())).isEmpty();
            assertThat(tx.lastOrigin(root.id())).isEqualTo(2);
            assertThat(tx.lastOrigin(next.id())).isEqualTo(-1);
            tx.delete(a.id());
            assertThat(tx.lastOrigin(root.id())).isEqualTo(2);
            tx.delete(c.id());
            assertThat(tx.lastOrigin(root.id())).isZero();
            return null;
        });
    }

    @Test
    void aSegmentContinuesWhereOneOfTheSameOwnerWithMessagesHangs() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            StoredSession other = insert(tx, session(tx, "o"));
            Segment root = insert(tx, segment(tx, owner, null));
            Segment child = insert(tx, segment(tx, owner, new NodeRef(root.id(), 3)));
            insert(tx, segment(tx, other, new NodeRef(root.id(), 8)));

            assertThat(tx.continues(owner.id(), root.id(), 0)).isFalse();
            tx.update(grown(child, 0, tx.sequence(1)));
            assertThat(tx.continues(owner.id(), root.id(), 0)).isTrue();
            assertThat(tx.continues(owner.id(), root.id(), 3)).isTrue();
            assertThat(tx.continues(owner.id(), root.id(), 4)).isFalse();
            assertThat(tx.continues(other.id(), root.id(), 0)).isFalse();
            assertThat(tx.continues(owner.id(), child.id(), 0)).isFalse();
            return null;
        });
    }

    @Test
    void leafSegmentsAreThoseThatNothingContinuesAfterTheirLastMessage() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            StoredSession other = insert(tx, session(tx, "o"));
            Segment root = insertGrown(tx, segment(tx, owner, null), 4);
            // Hangs before the last message of the root: both are leaves.
            Segment early = insertGrown(tx, segment(tx, owner, new NodeRef(root.id(), 2)), 0);
            // Has no message: neither a leaf nor a continuation.
            insert(tx, segment(tx, owner, new NodeRef(early.id(), 0)));
            // Of another session: no continuation.
            insertGrown(tx, segment(tx, other, new NodeRef(early.id(), 0)), 3);
            assertThat(tx.leafSegments(owner.id(), 0, 10)).containsExactly(root, early);

            Segment late = insertGrown(tx, segment(tx, owner, new NodeRef(root.id(), 4)), 1);
            assertThat(tx.leafSegments(owner.id(), 0, 10)).containsExactly(early, late);
            assertThat(tx.leafSegments(owner.id(), 0, 1)).containsExactly(early);
            assertThat(tx.leafSegments(owner.id(), early.lastSequence(), 10)).containsExactly(late);
            assertThat(tx.leafSegments(owner.id(), late.lastSequence(), 10)).isEmpty();

            Segment grown = grown(early, 5, tx.sequence(1));
            tx.update(grown);
            assertThat(tx.leafSegments(owner.id(), 0, 10)).containsExactly(late, grown);
            return null;
        });
    }

    @Test
    void aDeletedSegmentTakesItsNodesAndTheirLabelsAlong() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, owner, null));
            Segment gone = insert(tx, segment(tx, owner, new NodeRef(root.id(), 0)));
            tx.insert(nodes(tx, root.id(), 3));
            tx.insert(nodes(tx, gone.id(), 3));
            tx.label(owner.id(), new NodeRef(root.id(), 1), "stays");
            tx.label(owner.id(), new NodeRef(gone.id(), 1), "goes");

            tx.deleteSegment(gone.id());

            assertThat(tx.segment(gone.id())).isNull();
            assertThat(tx.below(root.id())).isEmpty();
            assertThat(tx.ownedBy(owner.id())).containsExactly(root);
            assertThat(tx.header(new NodeRef(gone.id(), 0))).isNull();
            assertThat(tx.find(owner.tree(), new MessageId("m1"))).hasSize(1);
            assertThat(tx.labels(owner.id())).isEqualTo(Map.of(new NodeRef(root.id(), 1), "stays"));
            assertThat(tx.nodes(root.id(), 0, 9)).hasSize(3);
            assertThat(tx.newSegment()).isGreaterThan(gone.id());
            return null;
        });
    }

    @Test
    void nodesAreGivenBackAsTheyWereStored() {
        List<StoredNode> stored = new ArrayList<>();
        long segment = store.write(tx -> {
            stored.clear();
            Segment root = insert(tx, segment(tx, insert(tx, session(tx, "s")), null));
            int index = 0;
            for (NodeKind kind : NodeKind.values()) {
                stored.add(node(tx, root.id(), index++, kind, kind.isMessage() ? "m" + index : null));
            }
            for (String content : List.of(
                    "null",
                    " [ 1.0 , -0, 1e400 ] ",
                    "{\"b\":1,\"a\":2,\"b\":3}",
                    "\"\\u0000 \\ud800 \u00e9 \uD83D\uDE00\"",
                    "\"" + "long ".repeat(100_000) + "\"",
                    "[".repeat(200) + "]".repeat(200))) {
                stored.add(node(tx, root.id(), index++, NodeKind.AGENT, "m" + index, RawJson.parse(content)));
            }
            StoredNode node = node(tx, root.id(), index++, NodeKind.OTHER, null);
            stored.add(new StoredNode(node.header(), 7, node.content()));
            tx.insert(stored.subList(0, 5));
            tx.insert(stored.subList(5, 6));
            tx.insert(stored.subList(6, stored.size()));
            tx.insert(List.of());
            assertThat(tx.nodes(root.id(), 0, 100)).isEqualTo(stored);
            return root.id();
        });

        store = reopen(store);

        store.read(view -> {
            List<StoredNode.Header> headers =
                    stored.stream().map(StoredNode::header).toList();
            int size = stored.size();
            assertThat(view.nodes(segment, 0, size)).isEqualTo(stored);
            assertThat(view.nodes(segment, 2, 5)).isEqualTo(stored.subList(2, 5));
            assertThat(view.nodes(segment, size - 1, Integer.MAX_VALUE)).isEqualTo(stored.subList(size - 1, size));
            assertThat(view.nodes(segment, 3, 3)).isEmpty();
            assertThat(view.nodes(segment, size, size + 1)).isEmpty();
            assertThat(view.headers(segment, 0, size)).isEqualTo(headers);
            assertThat(view.headers(segment, 2, 5)).isEqualTo(headers.subList(2, 5));
            assertThat(view.headers(segment, size, size + 5)).isEmpty();
            assertThat(view.header(new NodeRef(segment, 4))).isEqualTo(headers.get(4));
            assertThat(view.header(new NodeRef(segment, size))).isNull();
            assertThat(view.header(new NodeRef(segment + 1, 0))).isNull();
            assertThat(view.header(new NodeRef(Long.MAX_VALUE, Integer.MAX_VALUE)))
                    .isNull();
            assertThat(view.header(new NodeRef(segment + (1L << 33), 4))).isNull();
            return null;
        });
    }

    @Test
    void messagesAreFoundByIdInTheirTreeOnly() {
        store.write(tx -> {
            StoredSession a = insert(tx, session(tx, "a"));
            StoredSession b = insert(tx, session(tx, "b"));
            Segment inA = insert(tx, segment(tx, a, null));
            Segment alsoInA = insert(tx, segment(tx, a, null));
            Segment inB = insert(tx, segment(tx, b, null));
            StoredNode first = node(tx, inA.id(), 0, NodeKind.USER, "same");
            StoredNode second = node(tx, alsoInA.id(), 0, NodeKind.THOUGHT, "same");
            StoredNode elsewhere = node(tx, inB.id(), 0, NodeKind.USER, "same");
            tx.insert(List.of(elsewhere));
            tx.insert(List.of(second));
            tx.insert(List.of(first));

            assertThat(tx.find(a.tree(), new MessageId("same"))).containsExactly(first.header(), second.header());
            assertThat(tx.find(b.tree(), new MessageId("same"))).containsExactly(elsewhere.header());
            assertThat(tx.find(a.tree(), new MessageId("Same"))).isEmpty();
            return null;
        });
    }

    @Test
    void theLastNodeOfSomeKindsIsFound() {
        store.write(tx -> {
            Segment root = insert(tx, segment(tx, insert(tx, session(tx, "s")), null));
            List<NodeKind> kinds = List.of(
                    NodeKind.MODE, NodeKind.USER, NodeKind.PLAN, NodeKind.AGENT, NodeKind.MODE, NodeKind.TURN_END);
            List<StoredNode> nodes = IntStream.range(0, kinds.size())
                    .mapToObj(i -> node(tx, root.id(), i, kinds.get(i), null))
                    .toList();
            tx.insert(nodes);

            assertThat(tx.last(root.id(), 99, Set.of(NodeKind.MODE))).isEqualTo(nodes.get(4));
            assertThat(tx.last(root.id(), 3, Set.of(NodeKind.MODE))).isEqualTo(nodes.get(0));
            assertThat(tx.last(root.id(), 4, Set.of(NodeKind.MODE))).isEqualTo(nodes.get(4));
            assertThat(tx.last(root.id(), 99, Set.of(NodeKind.MODE, NodeKind.AGENT)))
                    .isEqualTo(nodes.get(4));
            assertThat(tx.last(root.id(), 3, Set.of(NodeKind.MODE, NodeKind.AGENT)))
                    .isEqualTo(nodes.get(3));
            assertThat(tx.last(root.id(), 3, Set.of(NodeKind.PLAN, NodeKind.MODE)))
                    .isEqualTo(nodes.get(2));
            assertThat(tx.last(root.id(), 99, Set.of(NodeKind.USER, NodeKind.AGENT)))
                    .isEqualTo(nodes.get(3));
            assertThat(tx.last(root.id(), 2, Set.of(NodeKind.USER, NodeKind.AGENT)))
                    .isEqualTo(nodes.get(1));
            assertThat(tx.last(root.id(), 99, EnumSet.allOf(NodeKind.class))).isEqualTo(nodes.get(5));
            assertThat(tx.last(root.id(), 0, Set.of(NodeKind.USER))).isNull();
            assertThat(tx.last(root.id(), -1, EnumSet.allOf(NodeKind.class))).isNull();
            assertThat(tx.last(root.id(), 99, Set.of(NodeKind.CONFIG, NodeKind.COMPACTION)))
                    .isNull();
            assertThat(tx.last(root.id(), 99, Set.of())).isNull();
            return null;
        });
    }

    @Test
    void theLastNodeOfEachKindOnAPathIsFound() {
        store.write(tx -> {
            StoredSession session = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, session, null));
            List<StoredNode> early = nodes(tx, root, NodeKind.MODE, NodeKind.PLAN, NodeKind.USER, NodeKind.MODE);
            Segment branch = insert(tx, segment(tx, session, new NodeRef(root.id(), 2)));
            List<StoredNode> late = nodes(tx, branch, NodeKind.CONFIG, NodeKind.AGENT, NodeKind.CONFIG);
            NodeRef end = new NodeRef(branch.id(), 2);

            assertThat(tx.latest(end, Set.of(NodeKind.MODE, NodeKind.PLAN, NodeKind.CONFIG)))
                    .containsExactlyInAnyOrder(early.get(0), early.get(1), late.get(2));
            assertThat(tx.latest(new NodeRef(branch.id(), 1), Set.of(NodeKind.CONFIG)))
                    .containsExactly(late.get(0));
            assertThat(tx.latest(new NodeRef(root.id(), 3), Set.of(NodeKind.MODE, NodeKind.CONFIG)))
                    .containsExactly(early.get(3));
            assertThat(tx.latest(end, Set.of(NodeKind.USER, NodeKind.MODE)))
                    .containsExactlyInAnyOrder(early.get(2), early.get(0));
            assertThat(tx.latest(end, Set.of(NodeKind.COMPACTION))).isEmpty();
            assertThat(tx.latest(end, Set.of())).isEmpty();
            return null;
        });
    }

    private static List<StoredNode> nodes(StoreTransaction tx, Segment segment, NodeKind... kinds) {
        List<StoredNode> nodes = IntStream.range(0, kinds.length)
                .mapToObj(i -> node(tx, segment.id(), i, kinds[i], null))
                .toList();
        tx.insert(nodes);
        return nodes;
    }

    @Test
    void theEndOfASegmentCanBeRemoved() {
        store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, owner, null));
            Segment other = insert(tx, segment(tx, owner, null));
            tx.insert(nodes(tx, root.id(), 10));
            tx.insert(nodes(tx, other.id(), 10));
            for (int i : List.of(3, 4, 9)) {
                tx.label(owner.id(), new NodeRef(root.id(), i), "label " + i);
            }

            tx.truncate(root.id(), 4);

            assertThat(tx.headers(root.id(), 0, 99)).hasSize(4);
            assertThat(tx.headers(other.id(), 0, 99)).hasSize(10);
            assertThat(tx.header(new NodeRef(root.id(), 4))).isNull();
            assertThat(tx.find(owner.tree(), new MessageId("m5"))).hasSize(1);
            assertThat(tx.labels(owner.id())).isEqualTo(Map.of(new NodeRef(root.id(), 3), "label 3"));
            return null;
        });
    }

    @Test
    void labelsBelongToOneSession() {
        store.write(tx -> {
            StoredSession a = insert(tx, session(tx, "a"));
            StoredSession b = insert(tx, session(tx, "b"));
            NodeRef first = new NodeRef(5, 0);
            NodeRef second = new NodeRef(5, 1);
            tx.label(a.id(), first, "one");
            tx.label(a.id(), second, "two");
            tx.label(b.id(), first, "theirs");
            tx.label(a.id(), first, "one, changed");
            tx.label(a.id(), second, null);
            tx.label(b.id(), second, null);

            assertThat(tx.labels(a.id())).isEqualTo(Map.of(first, "one, changed"));
            assertThat(tx.labels(b.id())).isEqualTo(Map.of(first, "theirs"));
            assertThat(tx.labels(new SessionId("c"))).isEmpty();
            return null;
        });
    }
}
