package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.store.jdbc.SessionStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class StorageScenariosTest {

    private static final int PAGE = 4096;
    private static final int HALF = 2;

    @TempDir
    private Path directory;

    @Test
    @DisplayName("85: a damaged page is reported with the file's path, and nothing is skipped")
    void damagedPageIsReported() throws IOException {
        Path file = directory.resolve("sessions.db");
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(file))) {
            SessionTree session = repository.create(NewSession.of(new SessionId("s"), "/project"));
            for (int i = 0; i < 300; i += 10) {
                session.append(messages(i, i + 10));
            }
            for (int i = 0; i < 30; i++) {
                repository.fork(ForkSpec.builder(session.id(), new SessionId("f" + i))
                        .at(ForkPoint.at(new MessageId("m" + (5 * i))))
                        .build());
            }
        }
        List<Object> intact = contents(file, true);
        List<Object> intactRows = contents(file, false);
        byte[] bytes = Files.readAllBytes(file);
        Random random = new Random(85);
        int noticed = 0;
        for (int page = 0; page < bytes.length / PAGE; page++) {
            for (int way = 0; way < 4; way++) {
                byte[] damaged = bytes.clone();
                damage(damaged, page * PAGE, way, random);
                Path copy = directory.resolve("damaged.db");
                Files.write(copy, damaged);
                // SQLite does not notice an index of which half a page is zeros: what is lost there is not found by its
                // id.
                boolean find = way != HALF;
                String what = "page " + page + " damaged in way " + way;
                noticed += isNoticed(copy, find, find ? intact : intactRows, what) ? 1 : 0;
                Files.deleteIfExists(directory.resolve("damaged.db-wal"));
                Files.deleteIfExists(directory.resolve("damaged.db-shm"));
            }
        }
        assertThat(noticed).isGreaterThan(bytes.length / PAGE);
    }

    private static void damage(byte[] file, int at, int way, Random random) {
        switch (way) {
            case 0 -> Arrays.fill(file, at, at + PAGE, (byte) 0);
            case 1 -> {
                byte[] noise = new byte[PAGE];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, file, at, PAGE);
            }
            case HALF -> Arrays.fill(file, at + PAGE / 2, at + PAGE, (byte) 0);
            default -> Arrays.fill(file, at, at + PAGE, (byte) 0xFF);
        }
    }

    /** Reads everything: either it fails with the path in its message, or everything is as it was. */
    private static boolean isNoticed(Path file, boolean find, List<Object> intact, String what) {
        try {
            assertThat(contents(file, find).equals(intact)).as(what).isTrue();
            return false;
        } catch (SessionStoreException e) {
            assertThat(e).as(what).hasMessageContaining(file.toString());
            return true;
        }
    }

    private static List<Object> contents(Path file, boolean find) {
        try (SessionStore store = SessionStores.open(file)) {
            return store.read(view -> {
                List<Object> contents = new ArrayList<>();
                for (StoredSession session : view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 1000)) {
                    contents.add(session);
                    List<StoredNode> nodes = StoredPaths.nodes(view, session.head());
                    contents.addAll(nodes);
                    for (StoredNode node : find ? nodes : List.<StoredNode>of()) {
                        contents.addAll(view.find(
                                session.tree(),
                                Objects.requireNonNull(node.header().messageId())));
                    }
                }
                return contents;
            });
        }
    }

    private static List<HistoryEntry.Draft> messages(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> HistoryEntry.Draft.agent(new MessageId("m" + i), Storm.text("m" + i)))
                .toList();
    }

    @Test
    @DisplayName("86: when the disk is full a fork fails, leaves nothing, and all goes on when there is room again")
    void fullDiskFailsAForkAndNothingElse() {
        String url = "jdbc:sqlite:" + directory.resolve("small.db") + "?max_page_count=150";
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(url))) {
            SessionTree source = repository.create(NewSession.of(new SessionId("source"), "/project"));
            source.append(messages(0, 10));
            SessionTree ballast = repository.create(NewSession.of(new SessionId("ballast"), "/project"));
            ballast.append(messages(1000, 1200));
            List<String> forks = new ArrayList<>();

            assertThatThrownBy(() -> {
                        while (forks.size() < 5000) {
                            SessionId id = new SessionId("fork" + forks.size());
                            repository.fork(ForkSpec.builder(source.id(), id).build());
                            forks.add(id.value());
                        }
                    })
                    .isInstanceOf(SessionStoreException.class)
                    .hasMessageContaining("small.db")
                    .hasMessageContaining("full");

            assertThat(forks).isNotEmpty();
            assertThat(ids(repository)).hasSize(forks.size() + 2).containsAll(forks);
            assertThat(source.path()).hasSize(10);

            ballast.close();
            repository.delete(ballast.id());
            source.append(messages(10, 20));
            repository.fork(
                    ForkSpec.builder(source.id(), new SessionId("after")).build());

            assertThat(source.path()).hasSize(20);
            assertThat(ids(repository)).contains("after").doesNotContain("ballast");
        }
    }

    private static List<String> ids(SessionRepository repository) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            var page = repository.list(SessionFilter.ALL, cursor, SessionRepository.MAX_PAGE);
            page.items().forEach(session -> ids.add(session.id().value()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    @Test
    @DisplayName("87: forks of 100 000 messages take less than 1 KiB and the same reading wherever they end, on SQLite")
    void forksOfLongConversationsAreSmallAndCheapOnSqlite() throws Exception {
        Path file = directory.resolve("long.db");
        forksAreSmallAndCheap("jdbc:sqlite:" + file, () -> {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                SqliteFile.execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
            }
            return Files.size(file);
        });
    }

    @Test
    @DisplayName(
            "87: forks of 100 000 messages take less than 1 KiB and the same reading wherever they end, on PostgreSQL")
    void forksOfLongConversationsAreSmallAndCheapOnPostgres() throws Exception {
        String url = PostgresServer.newStore();
        forksAreSmallAndCheap(url, () -> {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement();
                    ResultSet size = statement.executeQuery("SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
                            + " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace")) {
                size.next();
                return size.getLong(1);
            }
        });
    }

    private interface Size {
        long bytes() throws IOException, SQLException;
    }

    private static void forksAreSmallAndCheap(String url, Size size) throws IOException, SQLException {
        CountingStore store = new CountingStore(SessionStores.open(url));
        try (SessionRepository repository = SessionRepository.over(store)) {
            SessionId shortOne = conversation(repository, "short", 100);
            SessionId longOne = conversation(repository, "long", 100_000);
            fork(repository, shortOne, "warm", 50);
            long before = size.bytes();
            long first = store.count(() -> fork(repository, longOne, "at the start", 100));
            for (int i = 1; i < 100; i++) {
                int number = i;
                fork(repository, shortOne, "short fork " + number, number);
                long work = store.count(() -> fork(repository, longOne, "long fork " + number, 1000 * number));
                assertThat(work).as("calls and rows of fork %d", i).isEqualTo(first);
            }
            assertThat((size.bytes() - before) / 199).as("bytes per fork").isLessThan(1024);
        }
    }

    private static SessionId conversation(SessionRepository repository, String name, int length) {
        SessionId id = new SessionId(name);
        try (SessionTree session = repository.create(NewSession.of(id, "/project"))) {
            for (int i = 0; i < length; i += 100) {
                session.append(IntStream.range(i, i + 100)
                        .mapToObj(n -> message(n, new MessageId(name + n)))
                        .toList());
            }
        }
        return id;
    }

    private static HistoryEntry.Draft message(int number, MessageId id) {
        return number % 2 == 0
                ? HistoryEntry.Draft.user(id, "question " + number)
                : HistoryEntry.Draft.agent(id, "answer " + number);
    }

    private static void fork(SessionRepository repository, SessionId source, String id, int message) {
        repository.fork(ForkSpec.builder(source, new SessionId(id))
                .at(ForkPoint.at(new MessageId(source.value() + message)))
                .build());
    }

    @Test
    @DisplayName("88: reading through ten times as many forks of forks takes ten times as many rows")
    void workOfReadingGrowsWithWhatIsRead() {
        CountingStore store = new CountingStore(SessionStores.open(directory));
        try (SessionRepository repository = SessionRepository.over(store)) {
            SessionTree few = depth(repository, "few", 200);
            SessionTree many = depth(repository, "many", 2000);
            long ofFew = store.count(() -> assertThat(few.path()).hasSize(200));
            long ofMany = store.count(() -> assertThat(many.path()).hasSize(2000));
            assertThat(ofMany).isLessThanOrEqualTo(11 * ofFew);
        }
    }

    /** Forks forks of forks, each with a message of its own. */
    private static SessionTree depth(SessionRepository repository, String name, int depth) {
        SessionId at = new SessionId(name + 0);
        SessionTree session = repository.create(NewSession.of(at, "/project"));
        session.append(messages(0, 1));
        for (int i = 1; i < depth; i++) {
            session.close();
            SessionId next = new SessionId(name + i);
            repository.fork(ForkSpec.builder(at, next).build());
            session = repository.open(next);
            session.append(messages(i, i + 1));
            at = next;
        }
        return session;
    }
}
