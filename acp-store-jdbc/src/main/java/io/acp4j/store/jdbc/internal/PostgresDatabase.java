package io.acp4j.store.jdbc.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of PostgreSQL: brings its tables up to date, makes the pool of connections, tells what went wrong. */
final class PostgresDatabase implements Failures {

    private static final int OLDEST_VERSION = 14;

    private static final String LOCK_TIMEOUT = "55P03";
    private static final String DISK_FULL = "53100";
    private static final String READ_ONLY = "25006";

    /** Held by the connection that makes the tables of a schema, until it is closed. */
    static final String MIGRATION_LOCK =
            "SELECT pg_advisory_lock(hashtextextended('acp4j tables of ' || current_schema(), 0))";

    private static final Duration MIGRATION_LOCK_WAIT = Duration.ofMinutes(2);
    private static final int MIGRATION_LOCK_STEP_MILLIS = 500;

    /** How long a transaction may do nothing: after that the locks of a machine that has vanished are free again. */
    private static final int IDLE_IN_TRANSACTION_MILLIS = 60_000;

    private static final long LONGEST_VALIDATION_MILLIS = 5000;
    private static final long SHORTEST_POOL_TIMEOUT_MILLIS = 250;

    private final PGSimpleDataSource source;
    private final JdbcStoreOptions options;
    private final Migrations migrations;
    private final String name;

    PostgresDatabase(String url, JdbcStoreOptions options) {
        this(url, options, Migrations.POSTGRESQL);
    }

    PostgresDatabase(String url, JdbcStoreOptions options, Migrations migrations) {
        this.migrations = migrations;
        this.source = source(url);
        this.options = options;
        if (options.user() != null) {
            source.setUser(options.user());
        }
        if (options.password() != null) {
            source.setPassword(options.password());
        }
        if (source.getSocketTimeout() == 0) {
            source.setSocketTimeout(silenceSeconds(options));
        }
        if (source.getLoginTimeout() == 0) {
            source.setLoginTimeout(silenceSeconds(options));
        }
        this.name = "session store in the PostgreSQL database " + source.getDatabaseName() + " on "
                + String.join(", ", source.getServerNames());
    }

    /** Returns how long a connection may be silent, in whole seconds. */
    private static int silenceSeconds(JdbcStoreOptions options) {
        return (int) options.busyTimeout()
                .plus(options.networkTimeout())
                .plusMillis(999)
                .toSeconds();
    }

    private static PGSimpleDataSource source(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setApplicationName("acp4j");
        source.setReWriteBatchedInserts(true);
        source.setTcpKeepAlive(true);
        // The details of an error hold values of rows.
        source.setLogServerErrorDetail(false);
        try {
            source.setUrl(url);
        } catch (IllegalArgumentException e) {
            // The driver's message repeats the URL, which may hold a password.
            throw new IllegalArgumentException("not a URL of the form jdbc:postgresql://HOST:PORT/DATABASE?…");
        }
        return source;
    }

    void prepare() {
        try (Connection connection = source.getConnection()) {
            int server = connection.getMetaData().getDatabaseMajorVersion();
            if (server < OLDEST_VERSION) {
                throw new SessionStoreException(
                        "the " + name + " needs PostgreSQL " + OLDEST_VERSION + " or later, and this is " + server,
                        null);
            }
            if (hasOldTables(connection)) {
                // One process at a time: Flyway does not keep apart those that find no tables at all.
                awaitMigrationLock(connection);
                if (hasOldTables(connection)) {
                    migrations.run(source, name);
                }
            }
        } catch (SQLException e) {
            throw describe(e);
        }
    }

    /** Waits in steps that are shorter than a connection may be silent. */
    private void awaitMigrationLock(Connection connection) throws SQLException {
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = " + MIGRATION_LOCK_STEP_MILLIS);
            boolean isLocked = false;
            while (!isLocked) {
                isLocked = isLocked(statement, start);
            }
        }
    }

    private boolean isLocked(Statement statement, long start) throws SQLException {
        try {
            statement.execute(MIGRATION_LOCK);
            return true;
        } catch (SQLException e) {
            if (!LOCK_TIMEOUT.equals(e.getSQLState())) {
                throw e;
            }
            if (System.nanoTime() - start > MIGRATION_LOCK_WAIT.toNanos()) {
                throw new SessionStoreException.BusyException(
                        "another process has been making the tables of the " + name + " for "
                                + DurationText.of(MIGRATION_LOCK_WAIT) + ": try again",
                        e);
            }
            return false;
        }
    }

    private boolean hasOldTables(Connection connection) throws SQLException {
        return migrations.version(connection, name) < migrations.latest();
    }

    HikariDataSource pool() {
        long lockTimeout = options.busyTimeout().toMillis();
        HikariConfig config = new HikariConfig();
        config.setPoolName("acp4j-sessions");
        config.setDataSource(source);
        config.setMaximumPoolSize(options.poolSize());
        config.setMinimumIdle(1);
        long poolTimeout = Math.max(lockTimeout, SHORTEST_POOL_TIMEOUT_MILLIS);
        config.setConnectionTimeout(poolTimeout);
        config.setValidationTimeout(Math.min(poolTimeout, LONGEST_VALIDATION_MILLIS));
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // Every statement here follows an index; without statistics the server would rather sort a table that is new.
        config.setConnectionInitSql("SET enable_seqscan = off; SET enable_bitmapscan = off; SET lock_timeout = "
                + lockTimeout + "; SET idle_in_transaction_session_timeout = " + IDLE_IN_TRANSACTION_MILLIS);
        // Committed at once: otherwise the first transaction that is rolled back would take the settings along.
        config.setIsolateInternalQueries(true);
        return new HikariDataSource(config);
    }

    /** Returns how long a connection may be silent before it is given up, in seconds. */
    int silenceSeconds() {
        return source.getSocketTimeout();
    }

    /** Returns whether the same transaction may succeed when it is run again. */
    static boolean isConflict(SessionStoreException e) {
        return hasState(e, "40001") || hasState(e, "40P01");
    }

    /** Returns whether a statement waited for a lock as long as it may. */
    static boolean isLockTimeout(SessionStoreException e) {
        return hasState(e, LOCK_TIMEOUT);
    }

    private static boolean hasState(SessionStoreException e, String state) {
        return e.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
    }

    @Override
    public SessionStoreException describe(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if ((e instanceof SQLTransientConnectionException && e.getCause() == null)
                || state.startsWith("40")
                || LOCK_TIMEOUT.equals(state)) {
            return busy(e);
        }
        if ("XX001".equals(state) || "XX002".equals(state)) {
            return damaged("PostgreSQL cannot read a page of it", e);
        }
        String message = "the " + name + " " + complaint(state);
        return state.equals(DISK_FULL) || state.equals(READ_ONLY)
                ? new SessionStoreException.UnwritableException(message, e)
                : new SessionStoreException(message, e);
    }

    private static String complaint(String state) {
        if (state.equals(DISK_FULL)) {
            return "cannot grow: the server's disk is full. Make room, then try again";
        }
        if (state.equals(READ_ONLY)) {
            return "can only be read: connect to a server that accepts changes";
        }
        if (state.equals("54000")) {
            return "cannot index an id: it is too long for PostgreSQL";
        }
        if (state.startsWith("28") || state.equals("3D000") || state.equals("42501")) {
            return "cannot be used: check the database's name, the user, the password and the rights (SQLSTATE " + state
                    + ")";
        }
        if (state.isEmpty() || state.startsWith("08") || state.startsWith("57P") || state.startsWith("53")) {
            return "cannot be reached, or the connection was lost; what was just being stored may be stored or not"
                    + (state.isEmpty() ? "" : " (SQLSTATE " + state + ")");
        }
        return "failed (SQLSTATE " + state + ")";
    }

    SessionStoreException.BusyException busy(@Nullable Exception e) {
        return new SessionStoreException.BusyException(
                "the " + name + " was kept busy by others, for up to " + DurationText.of(options.busyTimeout())
                        + ": try again",
                e);
    }

    @Override
    public SessionStoreException damaged(String what, @Nullable Exception e) {
        return new SessionStoreException("the " + name + " is damaged (" + what + "): restore it from a backup", e);
    }

    @Override
    public String toString() {
        return name;
    }
}
