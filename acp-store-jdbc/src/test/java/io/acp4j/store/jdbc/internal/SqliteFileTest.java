package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.JdbcStoreOptions.Synchronous;
import io.acp4j.store.jdbc.SessionStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteFileTest {

    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void whatIsMadeIsForItsOwnerOnly() throws IOException {
        Path missing = directory.resolve("a/b/conversations");

        try (SessionStore store = SessionStores.open(missing)) {
            store.write(StoreTransaction::newTree);

            assertThat(missing.resolve("sessions.db")).isRegularFile();
            for (Path made : List.of(directory.resolve("a"), directory.resolve("a/b"), missing)) {
                assertThat(permissions(made)).isEqualTo("rwx------");
            }
            try (Stream<Path> files = Files.list(missing)) {
                assertThat(files)
                        .isNotEmpty()
                        .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
            }
        }
        try (Stream<Path> left = Files.list(missing)) {
            assertThat(left).containsExactly(missing.resolve("sessions.db"));
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aPathMayNameTheFileOrItsDirectory() {
        SessionStores.open(directory).close();
        assertThat(directory.resolve("sessions.db")).isRegularFile();

        SessionStores.open(directory.resolve("named.sqlite")).close();
        assertThat(directory.resolve("named.sqlite")).isRegularFile();

        SessionStores.open(directory.resolve("unnamed")).close();
        assertThat(directory.resolve("unnamed/sessions.db")).isRegularFile();

        SessionStores.open("jdbc:sqlite:" + directory.resolve("by/url")).close();
        assertThat(directory.resolve("by/url")).isRegularFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite:", "jdbc:sqlite::memory:", "jdbc:sqlite:file:x.db", "jdbc:h2:mem:x", "x.db"})
    void otherUrlsAreRefused(String url) {
        assertThatThrownBy(() -> SessionStores.open(url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileThatIsNoDatabaseIsRefusedAndLeftAlone() throws IOException {
        Path file = directory.resolve("letter.db");
        String text = "Dear editor, ".repeat(1000);
        Files.writeString(file, text);

        assertThatThrownBy(() -> SessionStores.open(file))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("not an SQLite database");
        assertThat(file).hasContent(text);
    }

    @Test
    void theDatabaseOfAnotherApplicationIsRefusedAndLeftAlone() throws SQLException {
        Path file = directory.resolve("other.db");
        execute(file, "CREATE TABLE recipe (name TEXT)");

        assertThatThrownBy(() -> SessionStores.open(file))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("another application");
        execute(file, "INSERT INTO recipe VALUES ('soup')");
    }

    @Test
    void aStoreOfALaterVersionIsRefused() throws SQLException {
        Path file = directory.resolve("sessions.db");
        SessionStores.open(file).close();
        execute(
                file,
                "INSERT INTO acp_schema_versions SELECT 99, '99', 'later', type, 'V99__later.sql', checksum, installed_by,"
                        + " installed_on, execution_time, success FROM acp_schema_versions LIMIT 1");

        assertThatThrownBy(() -> SessionStores.open(file))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("later version")
                .hasMessageContaining("have version 99, this one knows " + Migrations.SQLITE.latest())
                .hasMessageContaining("open it with that version, or a later one");
    }

    @Test
    void aFileInAPlaceThatCannotBeMadeIsReported() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> SessionStores.open(file.resolve("below")))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> SessionStores.open("jdbc:sqlite:" + directory))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("is a directory");
    }

    @Test
    void manyMayOpenANewFileAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<Long>> opened = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                opened.add(threads.submit(() -> {
                    try (SessionStore store = SessionStores.open(directory)) {
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
    void whoWaitsTooLongForAnotherProcessIsTold() throws SQLException {
        JdbcStoreOptions options =
                JdbcStoreOptions.builder().busyTimeout(Duration.ofMillis(50)).build();
        try (SessionStore store = SessionStores.open(directory, options);
                Connection other = connect(directory.resolve("sessions.db"))) {
            long tree = store.write(StoreTransaction::newTree);
            SqliteFile.execute(other, "BEGIN IMMEDIATE");

            assertThatThrownBy(() -> store.write(StoreTransaction::newTree))
                    .isInstanceOf(SessionStoreException.BusyException.class)
                    .hasMessageContaining("sessions.db")
                    .hasMessageContaining("50 ms");
            assertThat(store.<List<?>>read(view -> view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 1)))
                    .isEmpty();

            SqliteFile.execute(other, "ROLLBACK");
            assertThat(store.<Long>write(StoreTransaction::newTree)).isEqualTo(tree + 1);
        }
    }

    @Test
    void aTransactionInsideATransactionIsRefused() {
        try (SessionStore store = SessionStores.open(directory)) {
            assertThatThrownBy(() -> store.write(tx -> store.write(StoreTransaction::newTree)))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(store.<Long>write(StoreTransaction::newTree)).isEqualTo(1);
        }
    }

    @Test
    void aTransactionThatHasEndedServesNobody() {
        try (SessionStore store = SessionStores.open(directory)) {
            AtomicReference<StoreView> kept = new AtomicReference<>();
            store.read(view -> {
                kept.set(view);
                return null;
            });

            assertThatThrownBy(() -> kept.get().segment(1)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aFailureThatIsCaughtInsideStillUndoesEverything() {
        try (SessionStore store = SessionStores.open(directory)) {
            assertThatThrownBy(() -> store.write(tx -> {
                        tx.newTree();
                        Segment segment = Segment.empty(1, 1, null, new SessionId("s"));
                        tx.insert(segment);
                        assertThatThrownBy(() -> tx.insert(segment)).isInstanceOf(SessionStoreException.class);
                        return null;
                    }))
                    .isInstanceOf(SessionStoreException.class);

            assertThat(store.<Long>write(StoreTransaction::newTree)).isEqualTo(1);
        }
    }

    @Test
    void treesGoWithTheirLastSession() throws SQLException {
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory))) {
            SessionId source = new SessionId("source");
            SessionTree tree = repository.create(NewSession.of(source, "/project"));
            tree.append(List.of(HistoryEntry.Draft.agent(new MessageId("m"), "hello")));
            repository.fork(ForkSpec.builder(source, new SessionId("fork")).build());
            repository.create(NewSession.of(new SessionId("other"), "/project"));

            repository.delete(source);
            assertThat(trees()).isEqualTo(2);
            repository.delete(new SessionId("other"));
            assertThat(trees()).isEqualTo(1);
            repository.purge(new SessionId("fork"), false);
            assertThat(trees()).isZero();
        }
    }

    private long trees() throws SQLException {
        return number(directory.resolve("sessions.db"), "SELECT count(*) FROM acp_tree");
    }

    private static long number(Path file, String sql) throws SQLException {
        try (Connection connection = connect(file);
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(sql)) {
            return count.getLong(1);
        }
    }

    /** A later version of this library, with one more script. */
    private static final Migrations NEXT = Migrations.sqlite(List.of("V1__Sessions.sql", "V2__Example.sql"));

    private SqliteFile next() {
        return new SqliteFile(directory.resolve("sessions.db"), "", JdbcStoreOptions.defaults(), NEXT);
    }

    @Test
    void aLaterVersionBringsTheTablesUpToDateAndKeepsWhatTheyContain() throws SQLException {
        SessionId id = new SessionId("source");
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory))) {
            SessionTree tree = repository.create(NewSession.of(id, "/project"));
            tree.beginTurn(HistoryEntry.Draft.user(new MessageId("u"), "asked"), "Title");
            tree.endTurn(List.of(HistoryEntry.Draft.agent(new MessageId("a"), "said")), StopReason.END_TURN);
        }

        next().prepare();

        Path file = directory.resolve("sessions.db");
        assertThat(number(file, "SELECT count(*) FROM acp_example")).isEqualTo(1);
        assertThat(number(file, "SELECT count(*) FROM acp_message")).isEqualTo(3);
        assertThatThrownBy(() -> SessionStores.open(directory)).hasMessageContaining("later version");
    }

    @Test
    void severalProcessesOfALaterVersionMayStartAtOnceOnAnOlderFile() throws Exception {
        SessionStores.open(directory).close();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> prepared = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                prepared.add(threads.submit(() -> next().prepare()));
            }
            for (Future<?> each : prepared) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anOpenStoreOfAnOlderVersionIsNamedAsTheCauseAndKeepsWorking() {
        SessionId id = new SessionId("source");
        try (SessionRepository older = SessionRepository.over(SessionStores.open(directory))) {
            older.create(NewSession.of(id, "/project"));

            long start = System.nanoTime();
            assertThatThrownBy(() -> next().prepare())
                    .isInstanceOf(SessionStoreException.class)
                    .isNotInstanceOf(SessionStoreException.BusyException.class)
                    .hasMessageContaining("sessions.db")
                    .hasMessageContaining("another process of an older version has it open: end that process");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(JdbcStoreOptions.defaults().busyTimeout());
            older.title(id, "still written");
        }
        next().prepare();
    }

    @Test
    void aStoreFromBeforeTheFirstReleaseIsRefusedAndLeftAlone() throws SQLException {
        Path file = directory.resolve("sessions.db");
        execute(file, "CREATE TABLE acp_schema_history (installed_rank INTEGER, version TEXT, success INTEGER)");
        execute(file, "INSERT INTO acp_schema_history VALUES (1, '5', 1)");

        assertThatThrownBy(() -> SessionStores.open(directory))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("sessions.db")
                .hasMessageContaining("before the first release")
                .hasMessageContaining("use another file");
        assertThat(number(file, "SELECT count(*) FROM sqlite_master")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRAGMA max_page_count = 1", "PRAGMA query_only = ON"})
    void aFullOrReadOnlyDiskIsToldApartFromOtherFailures(String limit) throws SQLException {
        SessionStores.open(directory).close();
        SqliteFile file = new SqliteFile(directory.resolve("sessions.db"), "", JdbcStoreOptions.defaults());
        try (Connection connection = file.connect()) {
            SqliteFile.execute(connection, limit);

            assertThatThrownBy(() -> {
                        try {
                            SqliteFile.execute(connection, "CREATE TABLE acp_more AS SELECT zeroblob(1000000)");
                        } catch (SQLException e) {
                            throw file.describe(e);
                        }
                    })
                    .isInstanceOf(SessionStoreException.UnwritableException.class)
                    .hasMessageContaining("sessions.db");
        }
    }

    @Test
    void waitingForTheDiskCanBeAskedFor() {
        JdbcStoreOptions options =
                JdbcStoreOptions.builder().synchronous(Synchronous.FULL).build();
        try (SessionStore store = SessionStores.open(directory, options)) {
            assertThat(store.<Long>write(StoreTransaction::newTree)).isEqualTo(1);
        }
    }

    @Test
    void optionsAreCheckedAndKeepTheirSecrets() {
        assertThatThrownBy(() -> JdbcStoreOptions.builder().poolSize(0).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        JdbcStoreOptions.builder().busyTimeout(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(JdbcStoreOptions.builder().credentials("me", "s3cret").build())
                .asString()
                .contains("me")
                .doesNotContain("s3cret");
    }

    private static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = connect(file)) {
            SqliteFile.execute(connection, sql);
        }
    }
}
