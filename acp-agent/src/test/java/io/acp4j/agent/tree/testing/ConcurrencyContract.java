package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many threads on one tree. */
public abstract class ConcurrencyContract extends SessionRepositoryContract {

    private static final int THREADS = 16;

    /** For subclasses. */
    protected ConcurrencyContract() {}

    /**
     * Returns how long the storm lasts: {@code acp4j.storm.seconds} of the system properties, or 3 seconds.
     *
     * @return the duration
     */
    protected Duration storm() {
        return Duration.ofSeconds(Integer.getInteger("acp4j.storm.seconds", 3));
    }

    private static void run(int threads, Callable<?> action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit(action));
            }
            for (Future<?> result : results) {
                result.get(120, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @DisplayName("67: of many writers that expect one version exactly one wins each time")
    void everyVersionHasOneWinner() throws Exception {
        SessionTree session = session();
        turn(session, "u", "a");
        AtomicInteger ids = new AtomicInteger();
        AtomicInteger won = new AtomicInteger();

        run(8, () -> {
            for (int i = 0; i < 25; i++) {
                long version = session.session().version();
                try {
                    session.expecting(version).append(agent("m" + ids.incrementAndGet()), SessionTree.Position.AT_HEAD);
                    won.incrementAndGet();
                } catch (BranchException lost) {
                    assertThat(lost.reason()).isEqualTo(BranchException.CONFLICT);
                }
            }
            return null;
        });

        assertThat(won.get()).isPositive();
        assertThat(messages(session)).hasSize(2 + won.get());
        assertThat(leaves(session)).hasSize(1);
    }

    /** What a thread knows to be in the store, since the store has said so. */
    private record Told(SessionId session, Map<String, List<String>> paths) {}

    @Test
    void manyThreadsOnOneTreeLoseNothingAndDoNotBlockEachOther() throws Exception {
        SessionTree root = session();
        turn(root, "u", "a");
        SessionId rootId = root.id();
        Map<SessionId, Told> live = new ConcurrentHashMap<>();
        Queue<SessionId> deleted = new ConcurrentLinkedQueue<>();
        AtomicInteger ids = new AtomicInteger();
        AtomicInteger seeds = new AtomicInteger();
        long end = System.nanoTime() + storm().toNanos();

        run(THREADS, () -> {
            Random random = new Random(seeds.incrementAndGet());
            List<SessionTree> mine = new ArrayList<>();
            // Some steps in any case, however late a thread is started.
            for (int i = 0; i < 5 || System.nanoTime() - end < 0; i++) {
                step(random, mine, rootId, live, deleted, ids);
            }
            return null;
        });

        Set<SessionId> listed = new HashSet<>();
        String cursor = null;
        do {
            var page = repository.list(SessionFilter.ALL, cursor, 500);
            for (StoredSession session : page.items()) {
                assertThat(listed.add(session.id())).isTrue();
            }
            cursor = page.next();
        } while (cursor != null);
        listed.remove(rootId);
        assertThat(listed).isEqualTo(live.keySet());
        assertThat(deleted).doesNotContainAnyElementsOf(listed);
        for (Told told : live.values()) {
            SessionTree session = repository.open(told.session());
            told.paths()
                    .forEach((leaf, path) ->
                            assertThat(messages(session.path(id(leaf)))).isEqualTo(path));
        }
        assertThat(messages(root)).containsExactly("u", "a");
    }

    @Test
    void whoWritesAtTheEndOfABranchReadsItWhileItGrows() throws Exception {
        SessionTree growing = session();
        turn(growing, "u", "a");
        SessionTree fork = fork(growing, ForkPoint.end());
        AtomicInteger appended = new AtomicInteger();

        run(2, new Callable<>() {
            private final AtomicInteger roles = new AtomicInteger();

            @Override
            public Object call() {
                if (roles.getAndIncrement() == 0) {
                    while (appended.incrementAndGet() < 300) {
                        growing.append(List.of(agent("m" + appended.get())));
                    }
                } else {
                    while (appended.get() < 300) {
                        fork.navigate(id("a"));
                    }
                }
                return this;
            }
        });

        assertThat(messages(growing)).hasSize(301);
        assertThat(messages(fork)).containsExactly("u", "a");
    }

    /** One thing that a thread does: to a fork of its own, or to make one from anybody's. */
    private void step(
            Random random,
            List<SessionTree> mine,
            SessionId root,
            Map<SessionId, Told> live,
            Queue<SessionId> deleted,
            AtomicInteger ids) {
        int choice = random.nextInt(10);
        if (mine.isEmpty() || choice == 0) {
            List<SessionId> sources = new ArrayList<>(live.keySet());
            sources.add(root);
            SessionId source = sources.get(random.nextInt(sources.size()));
            SessionId fork = newId();
            try {
                repository.fork(
                        ForkSpec.builder(source, fork).at(ForkPoint.end()).build());
            } catch (BranchException gone) {
                assertThat(gone.reason()).isEqualTo(BranchException.UNKNOWN_SESSION);
                return;
            }
            SessionTree opened = repository.open(fork);
            Map<String, List<String>> paths = new ConcurrentHashMap<>();
            List<String> inherited = messages(opened);
            if (!inherited.isEmpty()) {
                paths.put(inherited.get(inherited.size() - 1), inherited);
            }
            live.put(fork, new Told(fork, paths));
            mine.add(opened);
            return;
        }
        SessionTree session = mine.get(random.nextInt(mine.size()));
        Map<String, List<String>> paths =
                Objects.requireNonNull(live.get(session.id())).paths();
        if (choice == 1 && mine.size() > 3) {
            live.remove(session.id());
            deleted.add(session.id());
            assertThat(repository.delete(session.id())).isTrue();
            mine.remove(session);
        } else if (choice < 4 && !paths.isEmpty()) {
            String to = List.copyOf(paths.keySet()).get(random.nextInt(paths.size()));
            session.navigate(id(to));
        } else {
            List<String> path = new ArrayList<>(messages(session));
            String message = "m" + ids.incrementAndGet();
            HistoryEntry stored = session.append(List.of(agent(message))).get(0);
            assertThat(stored.messageId()).isEqualTo(new MessageId(message));
            path.add(message);
            paths.put(message, path);
        }
    }

    @Test
    @DisplayName("listing: every page of many sessions is full and holds each session once")
    void manySessionsOfOneTreeAreListed() {
        SessionTree root = session();
        turn(root, "u", "a");
        List<SessionId> made = IntStream.range(0, 500)
                .mapToObj(i -> repository
                        .fork(ForkSpec.builder(root.id(), newId()).build())
                        .session()
                        .id())
                .toList();
        Set<SessionId> listed = new HashSet<>();
        String cursor = null;
        do {
            var page = repository.list(new SessionFilter(null, root.id()), cursor, 100);
            assertThat(page.items()).hasSize(100);
            page.items().forEach(session -> listed.add(session.id()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(listed).containsExactlyInAnyOrderElementsOf(made);
    }
}
