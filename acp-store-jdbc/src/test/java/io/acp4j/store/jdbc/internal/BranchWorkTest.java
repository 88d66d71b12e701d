package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What forks and branches ask of a database: statements take most of their time, and rows the rest. */
class BranchWorkTest {

    private static final SessionId SOURCE = new SessionId("source");

    @TempDir
    private Path directory;

    private StatementCount store;
    private SessionRepository repository;
    private SessionTree tree;

    @BeforeEach
    void makeTwoTurns() throws SQLException {
        SqliteFile file = new SqliteFile(directory.resolve("sessions.db"), "", JdbcStoreOptions.defaults());
        file.prepare();
        store = new StatementCount(file);
        repository = SessionRepository.over(store);
        tree = repository.create(NewSession.of(SOURCE, "/project"));
        tree.append(List.of(user("u1"), agent("a1"), agent("a2")));
        tree.append(List.of(user("u2"), agent("a3"), agent("a4")));
    }

    @AfterEach
    void close() {
        repository.close();
    }

    @Test
    void forkOfAWholeSessionReadsItsRowOnce() {
        // The session, the node at its head, a number, the row of the fork.
        assertThat(store.count(() -> repository.fork(fork("all").build()))).isEqualTo(4);
    }

    @Test
    void forkAtAMessageTakesOneStatementMore() {
        // The message, and whether a tool call is open there or its turn ends, but not the head.
        ForkSpec fork = fork("at").at(ForkPoint.at(new MessageId("u2"))).build();
        assertThat(store.count(() -> repository.fork(fork))).isEqualTo(5);
    }

    @Test
    void appendAtTheHeadTakesEightStatements() {
        // Session, segment, head, a number, whether the id is free; then the node, the segment and the session are
        // written.
        assertThat(store.count(() -> tree.append(List.of(agent("new"))))).isEqualTo(8);
    }

    @Test
    void branchUnderAMessageOfTheUserLooksForNoToolCalls() {
        // Session, message, segment, the node behind it, two numbers, whether the id is free; then a segment, the node
        // and
        // the session are written.
        assertThat(store.count(() -> tree.append(agent("new"), SessionTree.Position.after(new MessageId("u2")))))
                .isEqualTo(10);
    }

    @Test
    void branchUnderAMessageInTheMiddleOfATurnLooksForToolCallsOnce() {
        assertThat(store.count(() -> tree.append(agent("new"), SessionTree.Position.after(new MessageId("a1")))))
                .isEqualTo(10);
    }

    @Test
    void branchBehindAnEndedTurnLooksForNoToolCalls() {
        tree.beginTurn(user("u3"), null);
        tree.endTurn(List.of(agent("a5")), StopReason.END_TURN);
        tree.append(List.of(user("u4")));

        assertThat(store.count(() -> tree.append(agent("new"), SessionTree.Position.after(new MessageId("a5")))))
                .isEqualTo(10);
    }

    @Test
    void branchReadsAsManyRowsInALongTurnAsInAShortOne() {
        CountingStore counting = new CountingStore(SessionStores.open(directory.resolve("counted")));
        try (SessionRepository counted = SessionRepository.over(counting)) {
            SessionTree session = longTurn(counted, "source");
            // Leaves the long turn, so that the head is in another segment both times.
            session.append(agent("aside"), SessionTree.Position.after(new MessageId("u")));
            long early = counting.count(
                    () -> session.append(agent("early"), SessionTree.Position.after(new MessageId("m1"))));
            long late = counting.count(
                    () -> session.append(agent("late"), SessionTree.Position.after(new MessageId("m900"))));

            assertThat(late).isEqualTo(early);
            // If the head is in the turn, the message is known to be visible without reading its segment.
            SessionTree one = longTurn(counted, "one");
            SessionTree other = longTurn(counted, "other");
            assertThat(counting.count(() -> one.append(agent("new"), SessionTree.Position.after(new MessageId("m1")))))
                    .isEqualTo(early - 1);
            assertThat(counting.count(
                            () -> other.append(agent("new"), SessionTree.Position.after(new MessageId("m900")))))
                    .isEqualTo(early - 1);
        }
    }

    private static SessionTree longTurn(SessionRepository repository, String id) {
        SessionTree session = repository.create(NewSession.of(new SessionId(id), "/project"));
        List<HistoryEntry.Draft> nodes = new ArrayList<>();
        nodes.add(user("u"));
        for (int i = 0; i < 1000; i++) {
            nodes.add(HistoryEntry.Draft.thought(new MessageId("t" + i), "thinking"));
            nodes.add(agent("m" + i));
        }
        nodes.add(user("last"));
        session.append(nodes);
        return session;
    }

    private static ForkSpec.Builder fork(String id) {
        return ForkSpec.builder(SOURCE, new SessionId(id));
    }

    private static HistoryEntry.Draft user(String id) {
        return HistoryEntry.Draft.user(new MessageId(id), "a question");
    }

    private static HistoryEntry.Draft agent(String id) {
        return HistoryEntry.Draft.agent(new MessageId(id), "an answer");
    }

    /** A store on one connection that counts the statements in its transactions, without those that begin and end them. */
    private static final class StatementCount implements SessionStore, Statements.Progress {

        private final Connection connection;
        private final Statements statements;
        private int count;

        StatementCount(SqliteFile file) throws SQLException {
            connection = file.connect();
            connection.setAutoCommit(false);
            statements = new Statements(connection, file, this);
        }

        int count(Runnable action) {
            int before = count;
            action.run();
            return count - before;
        }

        @Override
        public void begins() {
            count++;
        }

        @Override
        public void ends() {}

        @Override
        public synchronized <T> T read(Function<? super StoreView, T> action) {
            return action.apply(new JdbcView(statements, SqliteDialect.INSTANCE));
        }

        @Override
        public synchronized <T> T write(Function<? super StoreTransaction, T> action) {
            return action.apply(new JdbcTransaction(statements, SqliteDialect.INSTANCE));
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
