package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.store.jdbc.SessionStores;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL server of its own, with its defaults; its size is that of the tables and indexes. */
final class PostgresSubject implements Subject {

    private final EmbeddedPostgres server;
    private final SessionStore store;

    PostgresSubject() {
        try {
            server = EmbeddedPostgres.start();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL does not start", e);
        }
        store = SessionStores.open(server.getJdbcUrl("postgres", "postgres"));
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public SessionStore store() {
        return store;
    }

    @Override
    public long bytes() {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet size = statement.executeQuery("SELECT pg_database_size(current_database())")) {
            size.next();
            return size.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the size of the database cannot be read", e);
        }
    }

    @Override
    public void close() {
        store.close();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
