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

    /** The scripts that create the tables, one for each version. */
    static final List<String> FILES = List.of("V1__Sessions.sql");

    /** The table of Flyway. */
    static final String HISTORY = "acp_schema_versions";

    /** The table of Flyway in stores of development versions from before the first release. */
    static final String UNRELEASED_HISTORY = "acp_schema_history";

    static final Migrations SQLITE = sqlite(FILES);
    static final Migrations POSTGRESQL = postgresql(FILES);

    private final String directory;
    private final List<String> files;

    /** Finds a table by name. */
    private final String tableExists;

    /** Whether tables of others may stand beside ours: a database is shared, a file is not. */
    private final boolean shared;

    private Migrations(String directory, List<String> files, String tableExists, boolean shared) {
        this.directory = directory;
        this.files = files;
        this.tableExists = tableExists;
        this.shared = shared;
    }

    /** Returns the migrations of a file up to the version of the last script. */
    static Migrations sqlite(List<String> files) {
        return new Migrations("sqlite", files, "SELECT 1 FROM sqlite_master WHERE name = '%s'", false);
    }

    /** Returns the migrations of a database up to the version of the last script. */
    static Migrations postgresql(List<String> files) {
        return new Migrations("postgresql", files, "SELECT 1 WHERE to_regclass('%s') IS NOT NULL", true);
    }

    /** Returns the version of the tables that this code reads and writes. */
    int latest() {
        return files.size();
    }

    /**
     * Returns the version of the tables; 0 for a store without tables.
     *
     * @param store names the store in messages
     * @throws SessionStoreException when the tables were written by a later version, or by one from before the first release
     */
    int version(Connection connection, String store) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!exists(statement, HISTORY)) {
                if (exists(statement, UNRELEASED_HISTORY)) {
                    throw new SessionStoreException(
                            "the " + store + " was written by a development version of acp-store-jdbc from before the"
                                    + " first release, whose tables this version does not read: "
                                    + (shared ? "use another schema, or drop its acp_ tables" : "use another file"),
                            null);
                }
                return 0;
            }
            int latest = 0;
            try (ResultSet versions = statement.executeQuery(
                    "SELECT version FROM " + HISTORY + " WHERE success AND version IS NOT NULL")) {
                while (versions.next()) {
                    latest = Math.max(latest, number(versions.getString(1)));
                }
            }
            requireNotNewer(store, latest);
            return latest;
        }
    }

    private boolean exists(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery(tableExists.formatted(table))) {
            return rows.next();
        }
    }

    private static int number(String version) throws SQLException {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            throw new SQLException("no version of the tables: " + version, e);
        }
    }

    private void requireNotNewer(String store, int version) {
        if (version > latest()) {
            throw new SessionStoreException(
                    "the " + store + " was written by a later version of acp-store-jdbc (its tables have version "
                            + version + ", this one knows " + latest() + "): open it with that version, or a later one",
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
                    .resourceProvider(new MigrationFiles(directory, files))
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
