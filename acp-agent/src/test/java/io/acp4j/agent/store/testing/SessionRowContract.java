package io.acp4j.agent.store.testing;

import static io.acp4j.agent.store.testing.Samples.TIME;
import static io.acp4j.agent.store.testing.Samples.fork;
import static io.acp4j.agent.store.testing.Samples.node;
import static io.acp4j.agent.store.testing.Samples.segment;
import static io.acp4j.agent.store.testing.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.StoredSession.TurnStart;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store does with the rows of sessions. */
abstract class SessionRowContract extends StoreFixture {

    @Test
    void aSessionIsGivenBackAsItWasStored() {
        StoredSession full = store.write(tx -> {
            long tree = tx.newTree();
            StoredSession session = StoredSession.builder()
                    .id(new SessionId("s"))
                    .principal("somebody \uD83D\uDE00")
                    .tree(tree)
                    .sequence(tx.sequence(1))
                    .cwd("/project/\u00fcml\u00e4ut")
                    .additionalDirectories(List.of("/a", "/b c"))
                    .title("title")
                    .label("label \uD83D\uDE00")
                    .parent(new SessionId("parent"))
                    .origin(new Origin(new SessionId("origin"), new NodeRef(7, 3), new MessageId("m"), 4, 2))
                    .head(new NodeRef(9, 1))
                    .turn(new TurnStart(new NodeRef(9, 0), TIME))
                    .attributes(Map.of(
                            "model",
                                    new SessionAttribute(
                                            RawJson.parse("{ \"name\" : \"m\u00fc\", \"n\":[1,2.50] }"), true),
                            "none", new SessionAttribute(RawJson.NULL, false)))
                    .format(7)
                    .forkKey(new ForkKey("key", "fingerprint"))
                    .lease(new Lease("holder", 5, TIME.plusSeconds(60)))
                    .createdAt(TIME)
                    .updatedAt(TIME.plusMillis(1))
                    .version(42)
                    .build();
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
            StoredSession begun = session.toBuilder()
                    .turn(new TurnStart(null, TIME))
                    .changedAt(TIME)
                    .build();
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
            StoredSession update = session.toBuilder()
                    .title("t")
                    .label("l")
                    .parent(new SessionId("p"))
                    .head(new NodeRef(1, 2))
                    .turn(new TurnStart(new NodeRef(1, 1), TIME))
                    .directories("/elsewhere", List.of("/more"))
                    .attribute("a", new SessionAttribute(RawJson.parse("1"), true))
                    .lease(new Lease("h", 1, TIME.plusSeconds(1)))
                    .changedAt(TIME.plusSeconds(1))
                    .build();
            tx.update(update);
            assertThat(tx.session(session.id())).isEqualTo(update);
            return update;
        });
        assertThat(find("s")).isEqualTo(changed);

        StoredSession back = store.write(tx -> {
            StoredSession session = lock(tx, "s");
            StoredSession update = session.toBuilder()
                    .title(null)
                    .label(null)
                    .parent(null)
                    .head(null)
                    .turn(null)
                    .attribute("a", null)
                    .changedAt(TIME.plusSeconds(2))
                    .build();
            tx.update(update);
            StoredSession again = update.toBuilder()
                    .head(new NodeRef(1, 7))
                    .changedAt(TIME.plusSeconds(3))
                    .build();
            tx.update(again);
            return again;
        });
        assertThat(find("s")).isEqualTo(back);
        assertThat(list(new SessionFilter("/elsewhere", null))).containsExactly("s");
        assertThat(list(new SessionFilter("/project", null))).isEmpty();

        StoredSession converted = Conversions.of(back, 9, back.attributes());
        store.write(tx -> {
            assertThat(lock(tx, "s")).isEqualTo(back);
            tx.update(converted);
            return true;
        });
        assertThat(find("s")).isEqualTo(converted);
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
                        StoredSession.builder()
                                .id(plain.id())
                                .principal(List.of("", "alice", "bob").get(i % 3))
                                .tree(plain.tree())
                                .sequence(plain.sequence())
                                .cwd(i % 2 == 0 ? "/project" : "/other")
                                .parent(source.id())
                                .origin(origin)
                                .format(plain.format())
                                .lease(plain.lease())
                                .createdAt(TIME)
                                .updatedAt(TIME)
                                .build());
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
                insert(tx, session(tx, id).toBuilder().lease(lease).build());
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
}
