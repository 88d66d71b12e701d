package io.acp4j.agent.store.testing;

import static io.acp4j.agent.store.testing.Samples.TIME;
import static io.acp4j.agent.store.testing.Samples.fork;
import static io.acp4j.agent.store.testing.Samples.grown;
import static io.acp4j.agent.store.testing.Samples.node;
import static io.acp4j.agent.store.testing.Samples.numberedFork;
import static io.acp4j.agent.store.testing.Samples.segment;
import static io.acp4j.agent.store.testing.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.StoredSession.TurnStart;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every store does with rows. Extend it for a store, and give a new and empty one for each test.
 *
 * <p>Not all is asked of a store that keeps nothing: override {@link #reopen} where closing is not forgetting.
 */
public abstract class SessionStoreContract {

    /** Ids that peers may send. */
    private static final List<String> FOREIGN_IDS = List.of(
            "",
            " a b ",
            "'; DROP TABLE sessions; --",
            "x".repeat(10_000),
            "\uD83D\uDE00 emoji",
            "\u00e9",
            "e\u0301",
            "..:segment:3",
            "nul \0 inside",
            "\0",
            "lone \uD83D surrogate",
            "lone \uDE00 surrogate",
            "lone ? surrogate",
            "\u0001\\0000",
            "UPPER",
            "upper");

    private SessionStore store;

    /**
     * Opens a new, empty store.
     *
     * @return the store, which the test closes
     */
    protected abstract SessionStore open();

    /**
     * Closes a store and opens it again.
     *
     * @param open the store
     * @return the same one where nothing is durable
     */
    protected SessionStore reopen(SessionStore open) {
        return open;
    }

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    // ---- sessions

    @Test
    void aSessionIsGivenBackAsItWasStored() {
        StoredSession full = store.write(tx -> {
            long tree = tx.newTree();
            StoredSession session = new StoredSession(
                    new SessionId("s"),
                    "somebody \uD83D\uDE00",
                    tree,
                    tx.sequence(1),
                    "/project/\u00fcml\u00e4ut",
                    List.of("/a", "/b c"),
                    "title",
                    "label \uD83D\uDE00",
                    new SessionId("parent"),
                    new Origin(new SessionId("origin"), new NodeRef(7, 3), new MessageId("m"), 4, 2),
                    new NodeRef(9, 1),
                    new TurnStart(new NodeRef(9, 0)),
                    Map.of(
                            "model", new Attribute(RawJson.parse("{ \"name\" : \"m\u00fc\", \"n\":[1,2.50] }"), true),
                            "none", new Attribute(RawJson.NULL, false)),
                    7,
                    new ForkKey("key", "fingerprint"),
                    new Lease("holder", 5, TIME.plusSeconds(60)),
                    TIME,
                    TIME.plusMillis(1),
                    42);
            assertThat(tx.insert(session)).isTrue();
            assertThat(tx.session(session.id())).isEqualTo(session);
            assertThat(tx.lockSession(session.id())).isEqualTo(session);
            return session;
        });

        store = reopen(store);

        assertThat(find("s")).isEqualTo(full);
    }

    @Test
    void aSessionWithNothingButWhatItMustHaveIsGivenBackToo() {
        StoredSession bare = store.write(tx -> insert(tx, session(tx, "bare")));

        assertThat(find("bare")).isEqualTo(bare);
        assertThat(find("other")).isNull();
    }

    @Test
    void aTurnThatBeganInAnEmptyConversationIsNotNoTurn() {
        StoredSession running = store.write(tx -> {
            StoredSession session = insert(tx, session(tx, "s"));
            StoredSession begun = session.change().turn(new TurnStart(null)).at(TIME);
            tx.update(begun);
            return begun;
        });

        assertThat(find("s")).isEqualTo(running);
    }

    @Test
    void anIdIsStoredOnce() {
        StoredSession first = store.write(tx -> insert(tx, session(tx, "s")));

        boolean again = store.write(tx -> tx.insert(session(tx, "s")));

        assertThat(again).isFalse();
        assertThat(find("s")).isEqualTo(first);
    }

    @Test
    void everyPartOfASessionThatMayChangeCanBeChanged() {
        store.write(tx -> insert(tx, session(tx, "s")));

        StoredSession changed = store.write(tx -> {
            StoredSession session = lock(tx, "s");
            StoredSession update = session.change()
                    .title("t")
                    .label("l")
                    .parent(new SessionId("p"))
                    .head(new NodeRef(1, 2))
                    .turn(new TurnStart(new NodeRef(1, 1)))
                    .directories("/elsewhere", List.of("/more"))
                    .attribute("a", new Attribute(RawJson.parse("1"), true))
                    .lease(new Lease("h", 1, TIME.plusSeconds(1)))
                    .at(TIME.plusSeconds(1));
            tx.update(update);
            assertThat(tx.session(session.id())).isEqualTo(update);
            return update;
        });
        assertThat(find("s")).isEqualTo(changed);

        StoredSession back = store.write(tx -> {
            StoredSession session = lock(tx, "s");
            StoredSession update = session.change()
                    .title(null)
                    .label(null)
                    .parent(null)
                    .head(null)
                    .turn(null)
                    .attribute("a", null)
                    .at(TIME.plusSeconds(2));
            tx.update(update);
            StoredSession again = update.change().head(new NodeRef(1, 7)).at(TIME.plusSeconds(3));
            tx.update(again);
            return again;
        });
        assertThat(find("s")).isEqualTo(back);
        assertThat(list(new SessionFilter("/elsewhere", null))).containsExactly("s");
        assertThat(list(new SessionFilter("/project", null))).isEmpty();

        StoredSession converted = inFormat(back, 9);
        store.write(tx -> {
            assertThat(lock(tx, "s")).isEqualTo(back);
            tx.update(converted);
            return true;
        });
        assertThat(find("s")).isEqualTo(converted);
    }

    private static StoredSession inFormat(StoredSession session, int format) {
        return new StoredSession(
                session.id(),
                session.principal(),
                session.tree(),
                session.sequence(),
                session.cwd(),
                session.additionalDirectories(),
                session.title(),
                session.label(),
                session.parent(),
                session.origin(),
                session.head(),
                session.turn(),
                session.attributes(),
                format,
                session.forkKey(),
                session.lease(),
                session.createdAt(),
                session.updatedAt(),
                session.version());
    }

    @Test
    void sessionsAreListedAndNumberedForEachPrincipal() {
        long tree = store.write(tx -> {
            StoredSession source = insert(tx, session(tx, "0"));
            for (int i = 1; i < 13; i++) {
                StoredSession plain = fork(tx, "" + i, source, null);
                Origin origin = new Origin(source.id(), null, null, 0, i);
                insert(
                        tx,
                        new StoredSession(
                                plain.id(),
                                List.of("", "alice", "bob").get(i % 3),
                                plain.tree(),
                                plain.sequence(),
                                i % 2 == 0 ? "/project" : "/other",
                                List.of(),
                                null,
                                null,
                                source.id(),
                                origin,
                                null,
                                null,
                                Map.of(),
                                plain.format(),
                                null,
                                plain.lease(),
                                TIME,
                                TIME,
                                1));
            }
            return source.tree();
        });
        store = reopen(store);

        assertThat(list(new SessionFilter(null, null, "alice"))).isEqualTo(down(10, 1, 3));
        assertThat(list(new SessionFilter(null, null, ""))).isEqualTo(down(12, 0, 3));
        assertThat(list(new SessionFilter(null, null, "Alice"))).isEmpty();
        assertThat(list(new SessionFilter("/project", null, "bob"))).isEqualTo(down(8, 2, 6));
        assertThat(list(new SessionFilter(null, new SessionId("0"), ""))).isEqualTo(down(12, 3, 3));
        assertThat(list(new SessionFilter("/other", new SessionId("0"), "alice")))
                .isEqualTo(down(7, 1, 6));
        assertThat(store.<Integer>read(view -> view.lastForkNumber(tree, "alice")))
                .isEqualTo(10);
        assertThat(store.<Integer>read(view -> view.lastForkNumber(tree, "bob")))
                .isEqualTo(11);
        assertThat(store.<Integer>read(view -> view.lastForkNumber(tree, ""))).isEqualTo(12);
        assertThat(store.<Integer>read(view -> view.lastForkNumber(tree, "carol")))
                .isZero();
        assertThat(find("1").principal()).isEqualTo("alice");
    }

    @Test
    void sessionsAreListedInPagesTheNewestFirst() {
        store.write(tx -> {
            StoredSession source = insert(tx, session(tx, "0"));
            for (int i = 1; i < 25; i++) {
                StoredSession other = i % 2 == 0
                        ? fork(tx, "" + i, source, null)
                        : session(tx, "" + i, tx.newTree(), "/other", null, null, null);
                insert(tx, other);
            }
            return null;
        });

        assertThat(list(SessionFilter.ALL)).isEqualTo(down(24, 0, 1));
        assertThat(list(new SessionFilter("/project", null))).isEqualTo(down(24, 0, 2));
        assertThat(list(new SessionFilter("/other", null)).get(0)).isEqualTo("23");
        assertThat(list(new SessionFilter(null, new SessionId("0"))))
                .hasSize(12)
                .doesNotContain("0");
        assertThat(list(new SessionFilter("/other", new SessionId("0")))).isEmpty();
        assertThat(list(new SessionFilter("/wor", null))).isEmpty();
        assertThat(store.<Integer>read(view -> view.countForks(new SessionId("0"))))
                .isEqualTo(12);
        assertThat(store.<Integer>read(view -> view.countForks(new SessionId("1"))))
                .isZero();
    }

    /** The ids of all sessions, asked for seven at a time. */
    private List<String> list(SessionFilter filter) {
        return store.read(view -> {
            List<String> ids = new ArrayList<>();
            long before = Long.MAX_VALUE;
            List<StoredSession> page = view.sessions(filter, before, 7);
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(7);
                page.forEach(session -> ids.add(session.id().value()));
                before = page.get(page.size() - 1).sequence();
                page = view.sessions(filter, before, 7);
            }
            return ids;
        });
    }

    private static List<String> down(int from, int to, int step) {
        return IntStream.iterate(from, n -> n >= to, n -> n - step)
                .mapToObj(Integer::toString)
                .toList();
    }

    @Test
    void aForkIsFoundByItsSourceAndKey() {
        store.write(tx -> {
            StoredSession source = insert(tx, session(tx, "source"));
            StoredSession other = insert(tx, session(tx, "other"));
            insert(tx, fork(tx, "f1", source, null, new ForkKey("key", "a")));
            insert(tx, fork(tx, "f2", other, null, new ForkKey("key", "b")));
            return insert(tx, fork(tx, "f3", source, null, new ForkKey("k".repeat(10_000), "c")));
        });

        store.read(view -> {
            assertThat(id(view.forkByKey(new SessionId("source"), "key"))).isEqualTo("f1");
            assertThat(id(view.forkByKey(new SessionId("other"), "key"))).isEqualTo("f2");
            assertThat(id(view.forkByKey(new SessionId("source"), "k".repeat(10_000))))
                    .isEqualTo("f3");
            assertThat(view.forkByKey(new SessionId("source"), "Key")).isNull();
            assertThat(view.forkByKey(new SessionId("f1"), "key")).isNull();
            return null;
        });
    }

    @Test
    void aDeletedSessionLeavesItsForksAndSegmentsBehind() {
        NodeRef point = store.write(tx -> {
            StoredSession source = insert(tx, session(tx, "source"));
            Segment segment = insert(tx, segment(tx, source, null));
            NodeRef ref = new NodeRef(segment.id(), 0);
            tx.insert(List.of(node(tx, segment.id(), 0, NodeKind.USER, "m")));
            insert(tx, fork(tx, "fork", source, ref, new ForkKey("key", "a")));
            tx.label(source.id(), ref, "gone");
            tx.label(new SessionId("fork"), ref, "stays");
            return ref;
        });

        store.write(tx -> {
            tx.delete(new SessionId("source"));
            return null;
        });

        store.read(view -> {
            StoredSession fork = Objects.requireNonNull(view.session(new SessionId("fork")));
            assertThat(view.session(new SessionId("source"))).isNull();
            assertThat(fork.parent()).isNull();
            assertThat(Objects.requireNonNull(fork.origin()).session()).isEqualTo(new SessionId("source"));
            assertThat(fork.version()).isEqualTo(1);
            assertThat(Objects.requireNonNull(view.segment(point.segment())).owner())
                    .isNull();
            assertThat(view.ownedBy(new SessionId("source"))).isEmpty();
            assertThat(view.labels(new SessionId("source"))).isEmpty();
            assertThat(view.labels(new SessionId("fork"))).containsEntry(point, "stays");
            assertThat(view.lastOrigin(point.segment())).isZero();
            assertThat(view.countForks(new SessionId("source"))).isZero();
            assertThat(view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 9)).hasSize(1);
            assertThat(id(view.forkByKey(new SessionId("source"), "key"))).isEqualTo("fork");
            return null;
        });
    }

    @Test
    void leasesOfAHolderAreRenewedTogetherAndUnnoticed() {
        Instant later = TIME.plusSeconds(100);
        store.write(tx -> {
            for (String id : List.of("a", "b", "c")) {
                Lease lease = new Lease(id.equals("c") ? "other" : "me", id.charAt(0), TIME);
                insert(tx, session(tx, id).change().lease(lease).unnoticed());
            }
            return insert(tx, session(tx, "d"));
        });

        store.write(tx -> {
            tx.renew(new Lease("me", 0, later));
            return null;
        });

        assertThat(get("a").lease()).isEqualTo(new Lease("me", 'a', later));
        assertThat(get("b").lease()).isEqualTo(new Lease("me", 'b', later));
        assertThat(get("c").lease()).isEqualTo(new Lease("other", 'c', TIME));
        assertThat(get("d").lease()).isEqualTo(Lease.NONE);
        assertThat(get("a").version()).isEqualTo(1);
        assertThat(get("a").updatedAt()).isEqualTo(TIME);
    }

    // ---- segments

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
    void aSegmentContinuesWhereAFertileOneOfTheSameOwnerHangs() {
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

    // ---- nodes

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
            List<NodeHeader> headers = stored.stream().map(StoredNode::header).toList();
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

    // ---- foreign ids

    @Test
    void idsOfAnyCharactersAreKeptApartAndGivenBack() {
        long tree = store.write(tx -> {
            StoredSession owner = insert(tx, session(tx, "owner"));
            Segment root = insert(tx, segment(tx, owner, null));
            List<StoredNode> nodes = IntStream.range(0, FOREIGN_IDS.size())
                    .mapToObj(i -> node(tx, root.id(), i, NodeKind.AGENT, FOREIGN_IDS.get(i)))
                    .toList();
            tx.insert(nodes);
            return owner.tree();
        });

        store = reopen(store);

        for (int i = 0; i < FOREIGN_IDS.size(); i++) {
            MessageId id = new MessageId(FOREIGN_IDS.get(i));
            List<NodeHeader> found = store.read(view -> view.find(tree, id));
            assertThat(found).extracting(NodeHeader::messageId).containsExactly(id);
            assertThat(found.get(0).ref().index()).isEqualTo(i);
        }
    }

    @Test
    void whateverIsAskedForByAForeignIdIsJustNotThere() {
        store.write(tx -> insert(tx, session(tx, "s")));

        for (String id : FOREIGN_IDS) {
            store.read(view -> {
                assertThat(view.session(new SessionId(id))).isNull();
                assertThat(view.find(1, new MessageId(id))).isEmpty();
                assertThat(view.forkByKey(new SessionId(id), id)).isNull();
                assertThat(view.countForks(new SessionId(id))).isZero();
                assertThat(view.ownedBy(new SessionId(id))).isEmpty();
                assertThat(view.leafSegments(new SessionId(id), 0, 5)).isEmpty();
                assertThat(view.labels(new SessionId(id))).isEmpty();
                assertThat(view.sessions(new SessionFilter(id, new SessionId(id)), Long.MAX_VALUE, 5))
                        .isEmpty();
                return null;
            });
        }
    }

    @Test
    void textsOfAnyCharactersAreGivenBack() {
        for (String text : FOREIGN_IDS) {
            StoredSession stored = store.write(tx -> {
                StoredSession session =
                        insert(tx, session(tx, "s" + tx.sequence(1), tx.newTree(), "/" + text, null, null, null));
                StoredSession update = session.change()
                        .title(text)
                        .label(text)
                        .directories(text, List.of(text, "/b"))
                        .attribute(text, new Attribute(RawJson.parse("[]"), true))
                        .at(TIME);
                tx.update(update);
                tx.label(update.id(), new NodeRef(1, 1), text);
                return update;
            });
            assertThat(get(stored.id().value())).isEqualTo(stored);
            assertThat(store.<Map<NodeRef, String>>read(view -> view.labels(stored.id())))
                    .containsValue(text);
            assertThat(list(new SessionFilter(text, null)))
                    .containsExactly(stored.id().value());
        }
    }

    // ---- numbers and time

    @Test
    void sequenceNumbersRiseAndAreNeverGivenTwice() {
        long a = store.write(tx -> tx.sequence(1));
        long b = store.write(tx -> tx.sequence(10));
        long c = store.write(tx -> tx.sequence(100_000));
        store = reopen(store);
        long d = store.write(tx -> tx.sequence(1));

        assertThat(a).isPositive();
        assertThat(b).isGreaterThan(a);
        assertThat(c).isGreaterThanOrEqualTo(b + 10);
        assertThat(d).isGreaterThanOrEqualTo(c + 100_000);
    }

    @Test
    void treesAndSegmentsGetNewIds() {
        store.write(tx -> {
            long tree = tx.newTree();
            long other = tx.newTree();
            assertThat(other).isNotEqualTo(tree);
            assertThat(tx.newSegment()).isPositive().isLessThan(tx.newSegment());
            return null;
        });
    }

    @Test
    void theNumberOfAForkIsFreeAgainWhenTheForkIsDeleted() {
        StoredSession source = store.write(tx -> insert(tx, session(tx, "source")));
        StoredSession other = store.write(tx -> insert(tx, session(tx, "other")));
        assertThat(lastForkNumber(source)).isZero();
        store.write(tx -> {
            insert(tx, numberedFork(tx, "one", source, 1));
            insert(tx, numberedFork(tx, "three", source, 3));
            insert(tx, fork(tx, "named", source, null));
            assertThat(tx.lastForkNumber(source.tree(), "")).isEqualTo(3);
            return null;
        });

        assertThat(lastForkNumber(source)).isEqualTo(3);
        assertThat(lastForkNumber(other)).isZero();
        store.write(tx -> {
            tx.update(lock(tx, "one").change().title("another title").at(TIME));
            tx.delete(new SessionId("three"));
            return null;
        });
        store = reopen(store);
        assertThat(lastForkNumber(source)).isEqualTo(1);
        store.write(tx -> {
            tx.delete(new SessionId("one"));
            return null;
        });
        assertThat(lastForkNumber(source)).isZero();
    }

    private int lastForkNumber(StoredSession session) {
        return store.read(view -> view.lastForkNumber(session.tree(), ""));
    }

    @Test
    void aTreeIsReleasedWhenItsLastSessionIsGone() {
        StoredSession source = store.write(tx -> insert(tx, session(tx, "source")));
        store.write(tx -> {
            insert(tx, numberedFork(tx, "fork", source, 1));
            tx.lockTree(source.tree());
            tx.delete(source.id());
            tx.releaseTree(source.tree());
            return null;
        });

        assertThat(lastForkNumber(source)).as("a session is left").isEqualTo(1);
        for (int i = 0; i < 2; i++) { // The second time there is nothing to release.
            store.write(tx -> {
                tx.lockTree(source.tree());
                if (tx.lockSession(new SessionId("fork")) != null) {
                    tx.delete(new SessionId("fork"));
                }
                tx.releaseTree(source.tree());
                return null;
            });
        }
        StoredSession next = store.write(tx -> insert(tx, session(tx, "next")));
        assertThat(lastForkNumber(next)).isZero();
        assertThat(list(SessionFilter.ALL)).containsExactly("next");
    }

    @Test
    void theClockRuns() {
        Instant before = store.read(StoreView::now);
        Instant after = store.write(StoreView::now);

        assertThat(after).isAfterOrEqualTo(before);
        assertThat(before)
                .isBetween(
                        Instant.now().minus(Duration.ofHours(1)), Instant.now().plus(Duration.ofHours(1)));
    }

    // ---- transactions

    @Test
    void whatIsThrownOnUndoesEverything() {
        long segment = store.write(tx -> {
            StoredSession session = insert(tx, session(tx, "s"));
            Segment root = insert(tx, segment(tx, session, null));
            tx.insert(nodes(tx, root.id(), 4));
            tx.label(session.id(), new NodeRef(root.id(), 0), "label");
            insert(tx, fork(tx, "fork", session, new NodeRef(root.id(), 1), new ForkKey("k", "f")));
            return root.id();
        });
        Snapshot before = Snapshot.of(store, segment);
        IllegalStateException thrown = new IllegalStateException("on purpose");

        assertThatThrownBy(() -> store.write(tx -> {
                    StoredSession session = lock(tx, "s");
                    insert(tx, session(tx, "new"));
                    insert(tx, numberedFork(tx, "numbered", session, 1));
                    insert(tx, segment(tx, session, new NodeRef(segment, 2)));
                    tx.insert(List.of(node(tx, segment, 4, NodeKind.USER, "new")));
                    tx.update(grown(Objects.requireNonNull(tx.segment(segment)), 4, tx.sequence(1)));
                    tx.update(session.change()
                            .title("changed")
                            .directories("/changed", List.of())
                            .at(TIME));
                    tx.label(session.id(), new NodeRef(segment, 0), "changed");
                    tx.label(session.id(), new NodeRef(segment, 1), "new");
                    tx.truncate(segment, 1);
                    tx.renew(new Lease("h", 1, TIME));
                    tx.delete(session.id());
                    tx.delete(new SessionId("fork"));
                    tx.deleteSegment(segment);
                    tx.delete(new SessionId("numbered"));
                    tx.releaseTree(session.tree());
                    throw thrown;
                }))
                .isSameAs(thrown);

        assertThat(Snapshot.of(store, segment)).isEqualTo(before);
        assertThat(list(new SessionFilter("/project", null))).containsExactly("fork", "s");
        store = reopen(store);
        assertThat(Snapshot.of(store, segment)).isEqualTo(before);
    }

    /** All that the test of rolling back looks at. */
    private record Snapshot(
            List<StoredSession> sessions,
            List<Segment> segments,
            List<Segment> below,
            List<StoredNode> nodes,
            Map<NodeRef, String> labels,
            List<NodeHeader> found,
            int lastOrigin) {

        static Snapshot of(SessionStore store, long segment) {
            return store.read(view -> new Snapshot(
                    view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 100),
                    view.ownedBy(new SessionId("s")),
                    view.below(segment),
                    view.nodes(segment, 0, 100),
                    view.labels(new SessionId("s")),
                    view.find(
                            Objects.requireNonNull(view.session(new SessionId("s")))
                                    .tree(),
                            new MessageId("m2")),
                    view.lastOrigin(segment)));
        }
    }

    @Test
    void aReaderSeesOneMoment() throws Exception {
        store.write(tx -> insert(tx, session(tx, "s")));
        CountDownLatch looked = new CountDownLatch(1);
        CompletableFuture<Void> written;

        try (Pool pool = new Pool(1)) {
            written = store.read(view -> {
                StoredSession first = view.session(new SessionId("s"));
                CompletableFuture<Void> writing = CompletableFuture.runAsync(
                        () -> store.write(tx -> {
                            await(looked);
                            insert(tx, session(tx, "t"));
                            tx.update(lock(tx, "s").change().title("new").at(TIME));
                            return null;
                        }),
                        pool.threads());
                looked.countDown();
                awaitUnlessBlocked(writing);
                assertThat(view.session(new SessionId("s"))).isEqualTo(first);
                assertThat(view.session(new SessionId("t"))).isNull();
                return writing;
            });
            written.get(60, TimeUnit.SECONDS);
        }

        assertThat(get("s").title()).isEqualTo("new");
        assertThat(find("t")).isNotNull();
    }

    /** Waits for a writer, but not for one that itself waits for the reader, as in a store with one lock. */
    private static void awaitUnlessBlocked(CompletableFuture<Void> writing) {
        try {
            writing.get(300, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            assertThat(e).as("the writer waits, or is slow").isNotNull();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("the writer failed", e);
        }
    }

    @Test
    void noChangeOfALockedSessionIsLost() throws Exception {
        store.write(tx -> insert(tx, session(tx, "s")));
        int threads = 8;
        int each = 25;

        inThreads(threads, thread -> {
            for (int i = 0; i < each; i++) {
                store.write(tx -> {
                    StoredSession session = lock(tx, "s");
                    tx.update(session.change()
                            .attribute(thread + "." + session.version(), new Attribute(RawJson.NULL, false))
                            .at(TIME));
                    return null;
                });
            }
        });

        assertThat(get("s").version()).isEqualTo(1 + threads * each);
        assertThat(get("s").attributes()).hasSize(threads * each);
    }

    @Test
    void numbersTakenAtOnceAreDifferent() throws Exception {
        StoredSession source = store.write(tx -> insert(tx, session(tx, "source")));
        Set<Long> sequences = ConcurrentHashMap.newKeySet();
        Set<Long> segments = ConcurrentHashMap.newKeySet();
        Set<Integer> forks = ConcurrentHashMap.newKeySet();

        inThreads(8, thread -> {
            for (int i = 0; i < 10; i++) {
                Taken taken = store.write(tx -> {
                    tx.lockTree(source.tree());
                    int number = tx.lastForkNumber(source.tree(), "") + 1;
                    insert(tx, numberedFork(tx, "fork " + number, source, number));
                    return new Taken(tx.sequence(3), tx.newSegment(), number);
                });
                sequences.addAll(List.of(taken.sequence, taken.sequence + 1, taken.sequence + 2));
                segments.add(taken.segment);
                forks.add(taken.fork);
            }
        });

        assertThat(sequences).hasSize(240);
        assertThat(segments).hasSize(80);
        assertThat(forks).hasSize(80).contains(1, 80);
    }

    private record Taken(long sequence, long segment, int fork) {}

    @Test
    void aSessionIsMadeByOneOfManyThatTry() throws Exception {
        List<Boolean> made = Collections.synchronizedList(new ArrayList<>());

        inThreads(8, thread -> made.add(store.write(tx -> tx.insert(session(tx, "s")))));

        assertThat(made).hasSize(8).containsOnlyOnce(true);
    }

    @Test
    void aClosedStoreRefusesToWork() {
        store.close();
        store.close();

        assertThatThrownBy(() -> store.read(StoreView::now))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.write(StoreView::now))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("closed");
    }

    // ---- helpers

    private @Nullable StoredSession find(String id) {
        return store.read(view -> view.session(new SessionId(id)));
    }

    private StoredSession get(String id) {
        return Objects.requireNonNull(find(id));
    }

    private static StoredSession lock(StoreTransaction tx, String id) {
        return Objects.requireNonNull(tx.lockSession(new SessionId(id)));
    }

    private static String id(@Nullable StoredSession session) {
        return Objects.requireNonNull(session).id().value();
    }

    private static StoredSession insert(StoreTransaction tx, StoredSession session) {
        assertThat(tx.insert(session)).isTrue();
        return session;
    }

    private static Segment insert(StoreTransaction tx, Segment segment) {
        tx.insert(segment);
        return segment;
    }

    private static Segment insertGrown(StoreTransaction tx, Segment segment, int lastMessage) {
        return insert(tx, grown(segment, lastMessage, tx.sequence(1)));
    }

    private static List<StoredNode> nodes(StoreTransaction tx, long segment, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> node(tx, segment, i, NodeKind.AGENT, "m" + i))
                .toList();
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private static void inThreads(int count, Work work) throws Exception {
        try (Pool pool = new Pool(count)) {
            List<Future<?>> running = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < count; i++) {
                int thread = i;
                running.add(pool.threads().submit(() -> {
                    await(go);
                    work.run(thread);
                    return null;
                }));
            }
            go.countDown();
            for (Future<?> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private record Pool(ExecutorService threads) implements AutoCloseable {
        Pool(int count) {
            this(Executors.newFixedThreadPool(count));
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
