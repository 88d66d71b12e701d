package io.acp4j.store.jdbc;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.store.jdbc.internal.PostgresStore;
import io.acp4j.store.jdbc.internal.SqliteStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Opens durable session stores.
 *
 * <p>A store on SQLite is one file, with two helpers beside it while it is open ({@code -wal}, {@code -shm}). Several
 * processes of one machine may have it open; one at a time writes. Keep it on a local disk.
 *
 * <p>A store on PostgreSQL (14 or later) is a set of tables that begin with {@code acp_}, in the schema that the
 * connection has by default ({@code currentSchema} in the URL). Any number of processes may have it open, and may write to
 * different sessions at once.
 *
 * <p>Tables are made, and brought up to date, when a store is opened. On PostgreSQL one process does so at a time; others wait for it for
 * up to 2 minutes. A store written by a later version of this library is refused. The tables of a file are changed only while no process of
 * an older version has the file open. Otherwise the file is refused after 2 seconds.
 *
 * @since 0.1.0
 */
public final class SessionStores {

    private static final String SQLITE = "jdbc:sqlite:";
    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final String DEFAULT_FILE = "sessions.db";

    private SessionStores() {}

    /**
     * Opens the store at a URL with the default options.
     *
     * @param url {@code jdbc:sqlite:FILE} or {@code jdbc:postgresql://HOST/DATABASE?…}; what follows a {@code ?} are
     *     settings of the driver
     * @return the store; the caller closes it
     * @throws IllegalArgumentException when the URL is of another form
     * @throws SessionStoreException when the store cannot be opened: it is damaged or of a later version, the server does not respond,
     *     access is denied
     */
    public static SessionStore open(String url) {
        return open(url, JdbcStoreOptions.defaults());
    }

    /**
     * Opens the store at a URL.
     *
     * @param url as for {@link #open(String)}
     * @param options limits, durability, credentials
     * @return the store; the caller closes it
     * @throws IllegalArgumentException when the URL is of another form
     * @throws SessionStoreException when the store cannot be opened
     */
    public static SessionStore open(String url, JdbcStoreOptions options) {
        Objects.requireNonNull(options, "options");
        if (url.startsWith(POSTGRESQL)) {
            return PostgresStore.open(url, options);
        }
        if (url.startsWith(SQLITE)) {
            String location = url.substring(SQLITE.length());
            int settings = location.indexOf('?');
            String file = settings < 0 ? location : location.substring(0, settings);
            if (file.isEmpty() || file.startsWith(":") || file.startsWith("file:")) {
                throw new IllegalArgumentException(
                        "jdbc:sqlite: must be followed by the path of a file; for a store in memory there is"
                                + " SessionStore.inMemory()");
            }
            return SqliteStore.open(path(file), settings < 0 ? "" : location.substring(settings), options);
        }
        throw new IllegalArgumentException("a session store's URL begins with " + SQLITE + " or " + POSTGRESQL);
    }

    /**
     * Opens the store in a file or directory with the default options, on SQLite.
     *
     * <p>What does not exist is made, for the eyes of the process's user only where the file system knows such a thing. A
     * path that does not exist is that of a file when it ends in {@code .db}, {@code .sqlite} or {@code .sqlite3}, and
     * otherwise that of a directory. The file in a directory is {@code sessions.db}.
     *
     * <p>A file that the process cannot write, for example on a read-only disk, is opened for reading. Sessions can then be listed and
     * loaded. Until the file can be written, other operations fail with a {@link
     * io.acp4j.agent.store.SessionStoreException.UnwritableException}.
     *
     * @param directoryOrFile where
     * @return the store; the caller closes it
     * @throws SessionStoreException when the store cannot be opened
     */
    public static SessionStore open(Path directoryOrFile) {
        return open(directoryOrFile, JdbcStoreOptions.defaults());
    }

    /**
     * Opens the store in a file or directory, on SQLite.
     *
     * @param directoryOrFile as for {@link #open(Path)}
     * @param options limits and durability
     * @return the store; the caller closes it
     * @throws SessionStoreException when the store cannot be opened
     */
    public static SessionStore open(Path directoryOrFile, JdbcStoreOptions options) {
        Objects.requireNonNull(options, "options");
        boolean directory = Files.isDirectory(directoryOrFile)
                || (Files.notExists(directoryOrFile) && !isNamedAsFile(directoryOrFile));
        return SqliteStore.open(directory ? directoryOrFile.resolve(DEFAULT_FILE) : directoryOrFile, "", options);
    }

    private static boolean isNamedAsFile(Path path) {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".db") || name.endsWith(".sqlite") || name.endsWith(".sqlite3");
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("jdbc:sqlite: must be followed by the path of a file", e);
        }
    }
}
