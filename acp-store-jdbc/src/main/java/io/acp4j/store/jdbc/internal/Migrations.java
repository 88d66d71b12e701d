package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Makes the tables and brings them up to date, with Flyway. Loading Flyway takes longer than opening a store, so it is
 * loaded only when the version that it has left in its table is not the latest one.
 */
final class Migrations {

    /** What makes the tables, one file for each of their versions. */
    static final List<String> FILES =
            List.of("V1__Sessions.sql", "V2__Trees.sql", "V3__Principals.sql", "V4__Formats.sql", "V5__Names.sql");

    /** The version of the tables that this code reads and writes. */
    static final int LATEST = FILES.size();

    private static final String HISTORY = "acp_schema_history";

    static final Migrations SQLITE =
            new Migrations("sqlite", "SELECT 1 FROM sqlite_master WHERE name = '" + HISTORY + "'", false);

    static final Migrations POSTGRESQL =
            new Migrations("postgresql", "SELECT 1 WHERE to_regclass('" + HISTORY + "') IS NOT NULL", true);

    private final String directory;
    private final String historyExists;

    /** Whether tables of others may stand beside ours: a database is shared, a file is not. */
    private final boolean shared;

    private Migrations(String directory, String historyExists, boolean shared) {
        this.directory = directory;
        this.historyExists = historyExists;
        this.shared = shared;
    }

    /** Returns the version of the tables; 0 when there are none. */
    int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet exists = statement.executeQuery(historyExists)) {
                if (!exists.next()) {
                    return 0;
                }
            }
            int latest = 0;
            try (ResultSet versions = statement.executeQuery(
                    "SELECT version FROM " + HISTORY + " WHERE success AND version IS NOT NULL")) {
                while (versions.next()) {
                    latest = Math.max(latest, number(versions.getString(1)));
                }
            }
            return latest;
        }
    }

    private static int number(String version) throws SQLException {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            throw new SQLException("no version of the tables: " + version, e);
        }
    }

    /** Refuses tables that a later version has changed in ways that nobody here knows. */
    static void requireNotNewer(String store, int version) {
        if (version > LATEST) {
            throw new SessionStoreException(
                    "the " + store + " was written by a later version of acp-store-jdbc (its tables have version "
                            + version + ", this one knows " + LATEST + "): open it with that version, or a later one",
                    null);
        }
    }

    /** Does what is missing. Where several processes may do so at once, Flyway or the caller keeps them apart. */
    void run(DataSource database, String store) {
        try {
            Flyway.configure(Migrations.class.getClassLoader())
                    .loggers("slf4j")
                    .dataSource(database)
                    .table(HISTORY)
                    .baselineOnMigrate(shared)
                    .baselineVersion("0")
                    .locations(new String[0])
                    .resourceProvider(new MigrationFiles(directory, FILES))
                    .javaMigrationClassProvider(List::of)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new SessionStoreException(
                    "the tables of the " + store + " cannot be made: "
                            + (shared
                                    ? "check that its user may make tables"
                                    : "check that its disk has room and that the file is not another application's"),
                    e);
        }
    }
}
