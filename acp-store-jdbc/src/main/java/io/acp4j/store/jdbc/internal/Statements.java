package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one connection, each prepared once. For one thread at a time. */
final class Statements {

    /** Told when the database has to respond and when it has. */
    interface Progress {

        /** For connections that nobody watches. */
        Progress UNWATCHED = new Progress() {
            @Override
            public void begins() {}

            @Override
            public void ends() {}
        };

        void begins();

        void ends();
    }

    private final Connection connection;
    private final Failures failures;
    private final Progress progress;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private @Nullable SessionStoreException failure;

    Statements(Connection connection, Failures failures) {
        this(connection, failures, Progress.UNWATCHED);
    }

    /**
     * Begins without statements.
     *
     * @param progress told before and after each statement
     */
    Statements(Connection connection, Failures failures, Progress progress) {
        this.connection = connection;
        this.failures = failures;
        this.progress = progress;
    }

    /** Starts anew after a transaction that failed. */
    void forgetFailure() {
        failure = null;
    }

    /**
     * Refuses to go on after a failure, even when somebody caught it: the database may have undone the transaction already,
     * and what follows would be stored without what came before.
     */
    void requireSound() {
        if (failure != null) {
            throw failure;
        }
    }

    Query query(String sql) {
        requireSound();
        try {
            PreparedStatement statement = prepared.get(sql);
            if (statement == null) {
                statement = connection.prepareStatement(sql);
                prepared.put(sql, statement);
            }
            return new Query(this, statement);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Notes that a statement is about to be executed. */
    void begins() {
        progress.begins();
    }

    /** Notes that a statement has been executed and its result read, or has failed. */
    void ends() {
        progress.ends();
    }

    /** Remembers what went wrong and tells it in the store's words. */
    SessionStoreException failed(SQLException e) {
        SessionStoreException told = failures.describe(e);
        failure = told;
        return told;
    }

    /** Remembers that the tables hold something that nobody has written. */
    SessionStoreException damaged(String what, @Nullable Exception e) {
        SessionStoreException told = failures.damaged(what, e);
        failure = told;
        return told;
    }
}
