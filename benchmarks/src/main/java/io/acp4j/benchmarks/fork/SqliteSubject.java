package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.store.jdbc.SessionStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** SQLite in a directory of its own; its size is that of the pages in use. */
final class SqliteSubject implements Subject {

    private final Path directory;
    private final Path file;
    private final SessionStore store;

    SqliteSubject() {
        try {
            directory = Files.createTempDirectory("acp4j-benchmark");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        file = directory.resolve("sessions.db");
        store = SessionStores.open(file);
    }

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public SessionStore store() {
        return store;
    }

    @Override
    public long bytes() {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet pages = statement.executeQuery("SELECT (page_count - freelist_count) * page_size"
                        + " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()")) {
            pages.next();
            return pages.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the size of " + file + " cannot be read", e);
        }
    }

    @Override
    public void close() {
        store.close();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : List.copyOf(files.toList())) {
                Files.delete(each);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
