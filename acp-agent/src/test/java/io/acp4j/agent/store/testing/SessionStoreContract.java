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

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
import org.junit.jupiter.api.Test;

/**
 * What every store does with rows. Extend it for a store, and give a new and empty one for each test.
 *
 * <p>Not all is asked of a store that keeps nothing: override {@link #reopen} where closing is not forgetting.
 */
public abstract class SessionStoreContract extends SegmentContract {

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
            List<StoredNode.Header> found = store.read(view -> view.find(tree, id));
            assertThat(found).extracting(StoredNode.Header::messageId).containsExactly(id);
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
                StoredSession update = session.toBuilder()
                        .title(text)
                        .label(text)
                        .directories(text, List.of(text, "/b"))
                        .attribute(text, new SessionAttribute(RawJson.parse("[]"), true))
                        .changedAt(TIME)
                        .build();
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
            tx.update(lock(tx, "one").toBuilder()
                    .title("another title")
                    .changedAt(TIME)
                    .build());
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
                    tx.update(session.toBuilder()
                            .title("changed")
                            .directories("/changed", List.of())
                            .changedAt(TIME)
                            .build());
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
            List<StoredNode.Header> found,
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
                            tx.update(lock(tx, "s").toBuilder()
                                    .title("new")
                                    .changedAt(TIME)
                                    .build());
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
                    tx.update(session.toBuilder()
                            .attribute(thread + "." + session.version(), new SessionAttribute(RawJson.NULL, false))
                            .changedAt(TIME)
                            .build());
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
