package io.acp4j.store.jdbc.internal;

import io.acp4j.store.jdbc.SessionStores;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One PostgreSQL server for all tests of this JVM, started when it is needed first and stopped with the JVM. Each store has
 * a schema of its own, which is made in a tenth of the time of a database.
 */
final class PostgresServer {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private static final class Lazily {
        private static final EmbeddedPostgres SERVER = start();
        private static final String MODEL = model();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "300")
                        // The tests kill clients, never the machine.
                        .setServerConfig("fsync", "off")
                        .setPGStartupWait(Duration.ofMinutes(2)) // 10 s unless set, which a busy machine may need
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL does not start", e);
            }
        }

        /** A schema whose tables were made in the ordinary way. */
        private static String model() {
            execute(SERVER, "CREATE SCHEMA model");
            SessionStores.open(url(SERVER, "model")).close();
            return "model";
        }
    }

    private PostgresServer() {}

    /** Makes an empty store and gives its URL. */
    static String newStore() {
        String model = Lazily.MODEL;
        String schema = newSchema();
        execute(
                Lazily.SERVER,
                "SET search_path TO " + schema + "; " + tables() + "; CREATE TABLE " + Migrations.HISTORY
                        + " AS SELECT * FROM " + model + "." + Migrations.HISTORY + "; RESET search_path");
        return url(Lazily.SERVER, schema);
    }

    /** Makes a schema with nothing in it and gives the URL of a store there. */
    static String newEmptySchema() {
        return url(Lazily.SERVER, newSchema());
    }

    private static String newSchema() {
        String schema = "test_" + SCHEMAS.incrementAndGet();
        execute(Lazily.SERVER, "CREATE SCHEMA " + schema);
        return schema;
    }

    private static String url(EmbeddedPostgres server, String schema) {
        return server.getJdbcUrl("postgres", "postgres") + "&currentSchema=" + schema;
    }

    private static String tables() {
        StringBuilder tables = new StringBuilder();
        for (String name : Migrations.FILES) {
            String path = "/META-INF/io.acp4j.store.jdbc/postgresql/" + name;
            try (InputStream in = Objects.requireNonNull(PostgresServer.class.getResourceAsStream(path))) {
                tables.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return tables.toString();
    }

    private static void execute(EmbeddedPostgres server, String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("no store can be made", e);
        }
    }
}
