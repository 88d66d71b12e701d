package io.acp4j.store.jdbc.internal;

import com.zaxxer.hikari.HikariDataSource;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables in PostgreSQL, shared by any number of processes. Reads see one moment; writes see what others have committed and
 * lock what they change. What two writers cannot both do is tried again by one of them.
 */
public final class PostgresStore implements SessionStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private static final int ATTEMPTS = 10;

    private final PostgresDatabase database;
    private final HikariDataSource pool;

    private final Watchdog watchdog;
    private final Turnstile turnstile = new Turnstile();

    PostgresStore(PostgresDatabase database, HikariDataSource pool) {
        this.database = database;
        this.pool = pool;
        this.watchdog = new Watchdog(database.silenceSeconds());
    }

    /** Opens the store at a URL of PostgreSQL's driver; its tables are made, and brought up to date. */
    public static SessionStore open(String url, JdbcStoreOptions options) {
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

    private <T> T untilNoConflict(Attempt<T> attempt) {
        int conflicts = 0;
        int timeouts = 0;
        while (true) {
            long served = turnstile.count();
            try {
                return attempt.run();
            } catch (SessionStoreException e) {
                if (PostgresDatabase.isConflict(e) && ++conflicts < ATTEMPTS) {
                    LOG.debug("Two transactions were in each other's way, this one is run again", e);
                    // Apart, so that the same two do not meet again.
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                            ThreadLocalRandom.current().nextLong(1L << Math.min(conflicts, 7)) + 1));
                } else if (PostgresDatabase.isLockTimeout(e)
                        && turnstile.count() != served
                        && ++timeouts < Turnstile.MAX_TIMEOUTS) {
                    LOG.debug("A row was locked for long, but others were served meanwhile: waiting on", e);
                } else {
                    throw e;
                }
            }
        }
    }

    private <T> T inTransaction(Function<Statements, T> work) {
        if (pool.isClosed()) {
            throw new SessionStoreException("the " + database + " has been closed", null);
        }
        try (Connection connection = connection();
                Watchdog.Watch watch = watchdog.watch(connection)) {
            boolean stored = false;
            try {
                Statements statements = new Statements(connection, database, watch);
                T result = work.apply(statements);
                statements.requireSound();
                watch.begins();
                connection.commit();
                stored = true;
                return result;
            } finally {
                if (stored) {
                    turnstile.served();
                } else {
                    watch.begins();
                    rollBack(connection);
                }
            }
        } catch (SQLException e) {
            throw database.describe(e);
        }
    }

    /** Borrows a connection; waits for one as long as others are served. */
    private Connection connection() throws SQLException {
        AtomicReference<@Nullable Connection> taken = new AtomicReference<>();
        AtomicReference<@Nullable SQLTransientConnectionException> busy = new AtomicReference<>();
        boolean passed = turnstile.pass(() -> {
            try {
                taken.set(pool.getConnection());
                return true;
            } catch (SQLTransientConnectionException e) {
                busy.set(e);
                return false;
            }
        });
        Connection connection = taken.get();
        if (passed && connection != null) {
            return connection;
        }
        throw Objects.requireNonNull(busy.get());
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
        watchdog.close();
        pool.close();
    }
}
