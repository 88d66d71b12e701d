package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.SessionStores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest {

    @Test
    void tablesAreMadeBesideThoseOfOthersByWhoeverComesFirst() throws Exception {
        String url = PostgresServer.newEmptySchema();
        execute(url, "CREATE TABLE recipe (name text)");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Long>> opened = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                opened.add(threads.submit(() -> {
                    try (SessionStore store = SessionStores.open(url)) {
                        return store.write(StoreTransaction::newTree);
                    }
                }));
            }
            List<Long> trees = new ArrayList<>();
            for (Future<Long> each : opened) {
                trees.add(each.get(60, TimeUnit.SECONDS));
            }
            assertThat(trees).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whoComesWhileTheHistoryOfTheTablesIsStillEmptyWaitsForItsMaker() throws Exception {
        String url = PostgresServer.newEmptySchema();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Connection maker = DriverManager.getConnection(url);
                Statement statement = maker.createStatement()) {
            statement.execute(PostgresDatabase.MIGRATION_LOCK);
            // What Flyway has committed before its first row.
            statement.execute(
                    "CREATE TABLE acp_schema_versions (installed_rank integer, version varchar, success boolean)");
            Future<Boolean> opened = threads.submit(() -> {
                try (SessionStore store = SessionStores.open(url)) {
                    return store.write(StoreTransaction::newTree) >= 0;
                }
            });
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> isWaitedFor(statement));
            statement.execute("DROP TABLE acp_schema_versions");
            maker.close();

            assertThat(opened.get(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isWaitedFor(Statement statement) throws SQLException {
        try (ResultSet waiting =
                statement.executeQuery("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
            return waiting.next();
        }
    }

    @Test
    void aStoreOfALaterVersionIsRefused() throws SQLException {
        String url = PostgresServer.newStore();
        execute(
                url,
                "INSERT INTO acp_schema_versions SELECT 9, '99', 'later', type, 'V99__later.sql', checksum, installed_by,"
                        + " installed_on, execution_time, success FROM acp_schema_versions LIMIT 1");

        assertThatThrownBy(() -> SessionStores.open(url))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("later version")
                .hasMessageContaining("have version 99, this one knows " + Migrations.POSTGRESQL.latest())
                .hasMessageContaining("open it with that version, or a later one");
    }

    @Test
    void treesGoWithTheirLastSession() throws SQLException {
        String url = PostgresServer.newStore();
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(url))) {
            SessionId source = new SessionId("source");
            repository.create(NewSession.of(source, "/project"));
            repository.fork(ForkSpec.builder(source, new SessionId("fork")).build());

            repository.delete(source);
            assertThat(trees(url)).isEqualTo(1);
            repository.delete(new SessionId("fork"));
            assertThat(trees(url)).isZero();
        }
    }

    private static long trees(String url) throws SQLException {
        return number(url, "SELECT count(*) FROM acp_tree");
    }

    private static long number(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(sql)) {
            count.next();
            return count.getLong(1);
        }
    }

    @Test
    void aLaterVersionBringsTheTablesUpToDateAndKeepsWhatTheyContain() throws SQLException {
        String url = PostgresServer.newStore();
        SessionId id = new SessionId("source");
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(url))) {
            SessionTree tree = repository.create(NewSession.of(id, "/project"));
            tree.beginTurn(HistoryEntry.Draft.user(new MessageId("u"), "asked"), "Title");
            tree.endTurn(List.of(HistoryEntry.Draft.agent(new MessageId("a"), "said")), StopReason.END_TURN);
        }
        Migrations next = Migrations.postgresql(List.of("V1__Sessions.sql", "V2__Example.sql"));

        new PostgresDatabase(url, JdbcStoreOptions.defaults(), next).prepare();

        assertThat(number(url, "SELECT count(*) FROM acp_example")).isEqualTo(1);
        assertThat(number(url, "SELECT count(*) FROM acp_message")).isEqualTo(3);
        assertThatThrownBy(() -> SessionStores.open(url)).hasMessageContaining("later version");
    }

    @Test
    void aStoreFromBeforeTheFirstReleaseIsRefused() throws SQLException {
        String url = PostgresServer.newEmptySchema();
        execute(url, "CREATE TABLE acp_schema_history (installed_rank integer, version varchar, success boolean)");

        assertThatThrownBy(() -> SessionStores.open(url))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("before the first release")
                .hasMessageContaining("use another schema");
    }

    @Test
    void whatIsWrongWithTheAddressIsSaidWithoutItsSecrets() {
        assertThatThrownBy(() -> SessionStores.open("jdbc:postgresql://127.0.0.1:1/x?user=u&password=s3cret"))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("cannot be reached")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> SessionStores.open("jdbc:postgresql://host:port/x?password=s3cret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void transactionsInEachOthersWayAreRunAgain() throws Exception {
        try (SessionStore store = SessionStores.open(PostgresServer.newStore())) {
            long first = store.write(StoreTransaction::newTree);
            long second = store.write(StoreTransaction::newTree);
            CyclicBarrier bothHaveOne = new CyclicBarrier(2);
            AtomicInteger runs = new AtomicInteger();
            ExecutorService threads = Executors.newFixedThreadPool(2);
            try {
                List<Future<Integer>> forks = new ArrayList<>();
                for (List<Long> order : List.of(List.of(first, second), List.of(second, first))) {
                    forks.add(threads.submit(() -> {
                        AtomicInteger attempt = new AtomicInteger();
                        return store.write(tx -> {
                            runs.incrementAndGet();
                            tx.lockTree(order.get(0));
                            if (attempt.incrementAndGet() == 1) {
                                meet(bothHaveOne);
                            }
                            tx.lockTree(order.get(1));
                            return runs.get();
                        });
                    }));
                }
                List<Integer> numbers = new ArrayList<>();
                for (Future<Integer> each : forks) {
                    numbers.add(each.get(60, TimeUnit.SECONDS));
                }
                assertThat(numbers).hasSize(2);
                // The second attempt may be in the way again before the other transaction continues.
                assertThat(runs).hasValueGreaterThanOrEqualTo(3);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the other one did not come", e);
        }
    }

    @Test
    void whoWaitsTooLongForALockIsTold() throws Exception {
        String url = PostgresServer.newStore();
        JdbcStoreOptions impatient =
                JdbcStoreOptions.builder().busyTimeout(Duration.ofMillis(300)).build();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (SessionStore holder = SessionStores.open(url);
                SessionStore store = SessionStores.open(url, impatient)) {
            long tree = holder.write(StoreTransaction::newTree);
            CountDownLatch locked = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            Future<?> holding = threads.submit(() -> holder.write(tx -> {
                tx.lockTree(tree);
                locked.countDown();
                return await(release);
            }));
            await(locked);

            assertThatThrownBy(() -> store.write(tx -> {
                        tx.lockTree(tree);
                        return null;
                    }))
                    .isInstanceOf(SessionStoreException.BusyException.class)
                    .hasMessageContaining("300 ms");

            release.countDown();
            holding.get(60, TimeUnit.SECONDS);
            assertThat(store.<Integer>write(tx -> {
                        tx.lockTree(tree);
                        return tx.lastForkNumber(tree, "");
                    }))
                    .isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whoWaitsForALockAfterAFailureIsToldAsSoon() throws Exception {
        String url = PostgresServer.newStore();
        JdbcStoreOptions one = JdbcStoreOptions.builder()
                .poolSize(1)
                .busyTimeout(Duration.ofMillis(300))
                .build();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (SessionStore holder = SessionStores.open(url);
                SessionStore store = SessionStores.open(url, one)) {
            long tree = holder.write(StoreTransaction::newTree);
            CountDownLatch locked = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            Future<?> holding = threads.submit(() -> holder.write(tx -> {
                tx.lockTree(tree);
                locked.countDown();
                return await(release);
            }));
            await(locked);
            assertThatThrownBy(() -> store.write(tx -> {
                        throw new IllegalStateException("expected by the test");
                    }))
                    .hasMessageContaining("expected");

            assertThatThrownBy(() -> store.write(tx -> {
                        tx.lockTree(tree);
                        return null;
                    }))
                    .isInstanceOf(SessionStoreException.BusyException.class);

            release.countDown();
            finish(holding);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLockIsWaitedForAsLongAsOthersAreServed() throws Exception {
        String url = PostgresServer.newStore();
        JdbcStoreOptions impatient =
                JdbcStoreOptions.builder().busyTimeout(Duration.ofMillis(300)).build();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (SessionStore holder = SessionStores.open(url);
                SessionStore store = SessionStores.open(url, impatient)) {
            long tree = holder.write(StoreTransaction::newTree);
            CountDownLatch locked = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            Future<?> holding = threads.submit(() -> holder.write(tx -> {
                tx.lockTree(tree);
                locked.countDown();
                return await(release);
            }));
            await(locked);
            // The connection for who is served meanwhile is there before, as a busy machine may take longer to make it.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .ignoreException(SessionStoreException.BusyException.class)
                    .until(() -> store.<Boolean>write(tx -> store.read(view -> true)));
            AtomicInteger attempts = new AtomicInteger();

            int needed = store.write(tx -> {
                if (attempts.incrementAndGet() == 3) {
                    release.countDown();
                    finish(holding);
                } else {
                    finish(threads.submit(() -> store.write(StoreTransaction::newTree)));
                }
                tx.lockTree(tree);
                return attempts.get();
            });

            assertThat(needed).isEqualTo(3);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void finish(Future<?> work) {
        try {
            work.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoFindsNoFreeConnectionIsTold() {
        JdbcStoreOptions one = JdbcStoreOptions.builder()
                .poolSize(1)
                .busyTimeout(Duration.ofMillis(300))
                .build();
        try (SessionStore store = SessionStores.open(PostgresServer.newStore(), one)) {
            assertThatThrownBy(() -> store.write(tx -> store.read(view -> view.segment(1))))
                    .isInstanceOf(SessionStoreException.BusyException.class);
            assertThat(store.<Long>write(StoreTransaction::newTree)).isPositive();
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
