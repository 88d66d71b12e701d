package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes that write. How often is {@code acp4j.storms} of the system properties: 8 times for each database by
 * default, since each takes about a second; {@code -Dacp.test.jvmArgs=-Dacp4j.storms=200} for a thorough look.
 */
class CrashTest {

    private static final int STORMS = Integer.getInteger("acp4j.storms", 8);
    private static final int LANES = 2;
    private static final int UNTIL_KILLED = 1_000_000;
    private static final long SEED = 84;

    /** Longer than a busy machine keeps a process waiting; the time that it takes to take over what a killed one had. */
    private static final Duration LONG_LEASE = Duration.ofSeconds(15);

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @DisplayName("84: a killed process leaves whole messages and whole forks behind, on SQLite")
    void killedProcessLeavesWholeMessagesAndForksOnSqlite(@TempDir Path directory) throws Exception {
        // Nobody else has the file open: whoever opens it next cleans up.
        rage(lane -> "jdbc:sqlite:" + directory.resolve("lane" + lane + ".db"));
    }

    @Tag("full")
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @DisplayName("84: a killed process leaves whole messages and whole forks behind, on PostgreSQL")
    void killedProcessLeavesWholeMessagesAndForksOnPostgres() throws Exception {
        // Others go on meanwhile.
        String shared = PostgresServer.newStore();
        rage(lane -> shared);
    }

    private static void rage(IntFunction<String> urls) throws Exception {
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try {
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < LANES; i++) {
                int lane = i;
                running.add(lanes.submit(() -> rage(lane, urls.apply(lane), STORMS / LANES)));
            }
            int messages = 0;
            for (Future<Integer> lane : running) {
                messages += lane.get();
            }
            assertThat(messages).as("messages that were stored before a kill").isPositive();
        } finally {
            lanes.shutdownNow();
        }
    }

    private static int rage(int lane, String url, int storms) throws Exception {
        Random random = new Random(SEED + lane);
        int messages = 0;
        List<StormProcess> past = new ArrayList<>();
        for (int i = 0; i < storms; i++) {
            StormProcess storm = StormProcess.start(url, "storm" + lane + "x" + i, random.nextLong(), UNTIL_KILLED);
            if (random.nextInt(4) == 0) {
                // Perhaps while the store is being opened.
                storm.killAfter(random.nextInt(1500));
            } else {
                storm.awaitLines(1 + random.nextInt(300));
                storm.killAfter(random.nextInt(50));
            }
            past.add(storm);
            try (SessionStore store = SessionStores.open(url)) {
                messages += storm.check(store);
                past.get(random.nextInt(past.size())).check(store);
            }
        }
        return messages;
    }

    @Tag("full")
    @Test
    @DisplayName("89: two processes on one SQLite file both work")
    void twoProcessesOnOneFileBothWork(@TempDir Path directory) throws Exception {
        twoProcessesBothWork("jdbc:sqlite:" + directory.resolve("shared.db"));
    }

    @Tag("full")
    @Test
    @DisplayName("89: two processes on one PostgreSQL store both serve")
    void twoProcessesOnOneDatabaseBothServe() throws Exception {
        twoProcessesBothWork(PostgresServer.newEmptySchema());
    }

    private static void twoProcessesBothWork(String url) throws Exception {
        StormProcess one = StormProcess.start(url, "one", 1, 60);
        StormProcess two = StormProcess.start(url, "two", 2, 60);
        one.awaitEnd();
        two.awaitEnd();

        try (SessionStore store = SessionStores.open(url)) {
            // Three threads each, which end after a whole turn.
            assertThat(one.check(store)).isGreaterThanOrEqualTo(180);
            assertThat(two.check(store)).isGreaterThanOrEqualTo(180);
        }
    }

    @Test
    @DisplayName("89: a session is written by one process, and by another one when that dies")
    void sessionIsWrittenByOneProcessAtATime() throws Exception {
        String url = PostgresServer.newStore();
        StormProcess other = StormProcess.start(url, "other", 3, UNTIL_KILLED, LONG_LEASE);
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(url))) {
            other.awaitBegin();
            SessionId theirs = other.firstSession();
            assertRefused(repository, theirs);
            SessionTree own = repository.create(NewSession.of(new SessionId("own"), "/project"));
            own.append(List.of(HistoryEntry.Draft.user(new MessageId("m"), "served meanwhile")));

            other.killAfter(0);

            SessionTree taken = await().atMost(Duration.ofSeconds(60))
                    .ignoreException(BranchException.class)
                    .until(() -> repository.open(theirs), tree -> true);
            taken.append(List.of(HistoryEntry.Draft.user(new MessageId("mine now"), "taken over")));
            assertThat(taken.path()).isNotEmpty();
        } finally {
            other.killAfter(0);
        }
    }

    private static void assertRefused(SessionRepository repository, SessionId session) {
        assertThatThrownBy(() -> repository.open(session))
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.SESSION_IN_USE));
    }
}
