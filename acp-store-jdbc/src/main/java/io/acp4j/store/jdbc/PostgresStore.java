package io.acp4j.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables in PostgreSQL, shared by any number of processes. Reads see one moment; writes see what others have committed and
 * lock what they change. What two writers cannot both do is tried again by one of them.
 */
final class PostgresStore implements SessionStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private static final int ATTEMPTS = 10;

    private final PostgresDatabase database;
    private final HikariDataSource pool;

    private PostgresStore(PostgresDatabase database, HikariDataSource pool) {
        this.database = database;
        this.pool = pool;
    }

    static SessionStore open(String url, JdbcStoreOptions options) {
        PostgresDatabase database = new PostgresDatabase(url, options);
        database.prepare();
        return new PostgresStore(database, database.pool());
    }

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        return untilNoConflict(() -> inTransaction(statements -> {
            statements
                    .query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    .run();
            JdbcView view = new JdbcView(statements, new PostgresDialect());
            try {
                return action.apply(view);
            } finally {
                view.end();
            }
        }));
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        return untilNoConflict(() -> inTransaction(statements -> {
            JdbcTransaction transaction = new JdbcTransaction(statements, new PostgresDialect());
            try {
                return action.apply(transaction);
            } finally {
                transaction.end();
            }
        }));
    }

    private interface Attempt<T> {
        T run();
    }

    private static <T> T untilNoConflict(Attempt<T> attempt) {
        for (int failed = 1; ; failed++) {
            try {
                return attempt.run();
            } catch (SessionStoreException e) {
                if (failed == ATTEMPTS || !PostgresDatabase.isConflict(e)) {
                    throw e;
                }
                LOG.debug("Two transactions were in each other's way, this one is run again", e);
                // Apart, so that the same two do not meet again.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                        ThreadLocalRandom.current().nextLong(1L << Math.min(failed, 7)) + 1));
            }
        }
    }

    private <T> T inTransaction(Function<Statements, T> work) {
        if (pool.isClosed()) {
            throw new SessionStoreException("the " + database + " has been closed", null);
        }
        try (Connection connection = pool.getConnection()) {
            boolean stored = false;
            try {
                Statements statements = new Statements(connection, database);
                T result = work.apply(statements);
                statements.requireSound();
                connection.commit();
                stored = true;
                return result;
            } finally {
                if (!stored) {
                    rollBack(connection);
                }
            }
        } catch (SQLException e) {
            throw database.describe(e);
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The server does so itself when the connection is gone; what went wrong before is being thrown already.
            LOG.debug("A transaction could not be rolled back", e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
