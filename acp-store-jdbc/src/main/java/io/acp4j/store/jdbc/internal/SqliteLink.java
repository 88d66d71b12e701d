package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to SQLite with its prepared statements. For one thread at a time. */
final class SqliteLink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteLink.class);

    private final Connection connection;
    private final Statements statements;
    private final SqliteFile.Access access;

    private SqliteLink(Connection connection, SqliteFile file, SqliteFile.Access access) {
        this.connection = connection;
        this.statements = new Statements(connection, file);
        this.access = access;
    }

    static SqliteLink to(SqliteFile file) {
        SqliteFile.Access access = file.access();
        try {
            return new SqliteLink(file.connect(access), file, access);
        } catch (SQLException e) {
            throw file.describe(e);
        }
    }

    /** Returns true if the file was writable when it was opened. Any other connection is used once, since the file can become writable. */
    boolean isWritable() {
        return access.isWritable();
    }

    /** Throws an exception if another process may have changed what was read. */
    void requireUnchanged() {
        access.changeCheck().run();
    }

    /** Begins a transaction and gives the statements to use in it. */
    Statements begin(String how) {
        statements.forgetFailure();
        statements.query(how).run();
        return statements;
    }

    void commit() {
        statements.requireSound();
        statements.query("COMMIT").run();
    }

    /** Ends a transaction without a trace; false when the connection is good for nothing more. */
    boolean rollBack() {
        statements.forgetFailure();
        try {
            statements.query("ROLLBACK").run();
            return true;
        } catch (SessionStoreException e) {
            // SQLite ends a transaction by itself when the disk is full or fails. A new connection is the safe way on.
            LOG.debug("A transaction could not be rolled back, its connection is given up", e);
            return false;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.warn("A connection to a session store did not close properly", e);
        }
    }
}
