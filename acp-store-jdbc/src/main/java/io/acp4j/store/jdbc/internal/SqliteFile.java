package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.JdbcStoreOptions.Synchronous;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The file of a store on SQLite: makes it, brings its tables up to date, opens connections to it. */
class SqliteFile implements Failures {

    /** How much of the write-ahead log is kept on the disk for reuse. */
    private static final int KEPT_LOG_BYTES = 32 * 1024 * 1024;

    /** Maximum wait of an upgrade of the tables for processes of an older version that are about to end. */
    private static final Duration OLDER_PROCESS_WAIT = Duration.ofSeconds(2);

    private static final int ATTEMPT_MILLIS = 100;

    /** Errors of a disk that is read-only or cannot be written. */
    private static final Set<String> UNWRITABLE =
            Set.of("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE");

    private final Path path;
    private final String settings;
    private final String url;
    private final JdbcStoreOptions options;
    private final Migrations migrations;

    SqliteFile(Path path, String settings, JdbcStoreOptions options) {
        this(path, settings, options, Migrations.SQLITE);
    }

    SqliteFile(Path path, String settings, JdbcStoreOptions options, Migrations migrations) {
        this.migrations = migrations;
        this.path = path;
        this.settings = settings;
        this.url = "jdbc:sqlite:" + path + settings;
        this.options = options;
    }

    int readers() {
        return options.poolSize();
    }

    /** Creates the file, its directories, and its tables if they do not exist. A file that cannot be written is used as it is. */
    void prepare() {
        create();
        long start = System.nanoTime();
        while (!isPrepared(start)) {
            pause();
        }
    }

    /**
     * Attempts to create or change the tables, and returns true if they are up to date. Each attempt has its own connection, since a
     * waiting connection would prevent other processes from changing the tables.
     *
     * @throws SessionStoreException when another process prevents changes of the file and a longer wait does not help
     */
    private boolean isPrepared(long start) {
        int version = 0;
        Access access = access();
        try (Connection connection = connect(access)) {
            version = migrations.version(connection, toString());
            if (!access.isWritable()) {
                requireLatest(version);
            } else if (!isReady(connection, version)) {
                makeReady(connection, version);
            }
            return true;
        } catch (SQLException e) {
            long waited = System.nanoTime() - start;
            if (!isBusy(e)) {
                throw describe(e);
            }
            // No process can read the tables while another one creates or changes them.
            if (version > 0 && version < migrations.latest() && waited > OLDER_PROCESS_WAIT.toNanos()) {
                throw openElsewhere(version, e);
            }
            if (waited > waitNanos()) {
                throw busy(e);
            }
            return false;
        }
    }

    private void requireLatest(int version) {
        if (version < migrations.latest()) {
            throw new SessionStoreException.UnwritableException(
                    "the " + this + " cannot be written, and its tables have version " + version
                            + ", which this version"
                            + " upgrades to " + migrations.latest() + ": open it once with write access to the file and"
                            + " its directory",
                    null);
        }
    }

    private SessionStoreException openElsewhere(int version, SQLException e) {
        return new SessionStoreException(
                "the " + this + " has tables of version " + version + ", which this version upgrades to "
                        + migrations.latest()
                        + ", and another process of an older version has it open: end that process, then"
                        + " start this one again",
                e);
    }

    /** Pauses for a random time, so that processes that start simultaneously do not block each other repeatedly. */
    private static void pause() {
        try {
            boolean unused =
                    new CountDownLatch(1).await(ThreadLocalRandom.current().nextLong(5, 50), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStoreException("interrupted while waiting for the tables of a session store", e);
        }
    }

    private void create() {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            Path directory = path.getParent();
            if (directory != null && Files.notExists(directory)) {
                Files.createDirectories(directory, forOwnerOnly(posix, "rwx------"));
            }
            Files.createFile(path, forOwnerOnly(posix, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            if (Files.isDirectory(path)) {
                throw new SessionStoreException("the session store " + path + " is a directory, not a file", e);
            }
        } catch (IOException e) {
            throw new SessionStoreException(
                    "the session store " + path + " cannot be made: check its directory and permissions", e);
        }
    }

    private static FileAttribute<?>[] forOwnerOnly(boolean posix, String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private boolean isReady(Connection connection, int version) throws SQLException {
        return version == migrations.latest() && "wal".equals(journalMode(connection));
    }

    /**
     * Takes the whole file for one connection, then makes or changes its tables. So of several processes that start at once
     * on a new file, one does it and the others find it done. The log comes last: without one, a lock on the file keeps all
     * others out.
     */
    private void makeReady(Connection connection, int found) throws SQLException {
        if (found > 0) {
            execute(connection, "PRAGMA busy_timeout = " + ATTEMPT_MILLIS);
        }
        if ("wal".equals(journalMode(connection))) {
            execute(connection, "PRAGMA journal_mode = DELETE");
        }
        execute(connection, "BEGIN EXCLUSIVE");
        int version = migrations.version(connection, toString());
        if (isReady(connection, version)) {
            execute(connection, "COMMIT");
            return;
        }
        // Set within a transaction, the mode keeps the lock that the transaction has; before one, it would keep the
        // first
        // of the two locks that every transaction takes, and two processes would wait for each other.
        execute(connection, "PRAGMA locking_mode = EXCLUSIVE");
        execute(connection, "COMMIT");
        if (version < migrations.latest()) {
            migrations.run(new OneConnection(connection), toString());
        }
        execute(connection, "PRAGMA journal_mode = WAL");
    }

    private static String journalMode(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("PRAGMA journal_mode")) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    Connection connect() throws SQLException {
        return connect(access());
    }

    Connection connect(Access access) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) options.busyTimeout().toMillis());
        config.setSynchronous(
                options.synchronous() == Synchronous.FULL ? SynchronousMode.FULL : SynchronousMode.NORMAL);
        config.setJournalSizeLimit(KEPT_LOG_BYTES);
        config.setGetGeneratedKeys(false);
        Connection connection = config.createConnection(access.url());
        try {
            // Without it SQLite trusts the sizes that a damaged page gives, and may read past them.
            execute(connection, "PRAGMA cell_size_check = ON");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * The way in which one connection uses the file.
     *
     * @param url the URL to connect to
     * @param isWritable true if the process can write the file and its directory, in which SQLite keeps the log of an open file
     * @param changeCheck throws {@link SessionStoreException.BusyException} if another process has changed a file that is read without locks
     */
    record Access(String url, boolean isWritable, Runnable changeCheck) {}

    /**
     * Determines how the file can be used. It is read without locks if SQLite cannot create them, because the directory is not writable. If
     * another process writes the file, its log and its locks exist.
     *
     * @throws SessionStoreException when the log contains changes and the locks do not exist
     */
    Access access() {
        Path target = target();
        Path directory = target.getParent();
        if (Files.isWritable(target) && (directory == null || Files.isWritable(directory))) {
            return new Access(url, true, () -> {});
        }
        // Before the log, so that a change in between is noticed.
        FileTime before = lastModified(target);
        Path log = Path.of(target + "-wal");
        if (!hasContent(log)) {
            String snapshot =
                    "jdbc:sqlite:" + target.toUri() + settings + (settings.isEmpty() ? "?" : "&") + "immutable=1";
            return new Access(snapshot, false, () -> requireUnchanged(target, log, before));
        }
        if (Files.notExists(Path.of(target + "-shm"))) {
            throw new SessionStoreException(
                    "the " + this + " cannot be read without write access, because " + log.getFileName()
                            + " contains changes of a process that ended early: open it once with write access to the"
                            + " file and its directory",
                    null);
        }
        return new Access(url, false, () -> {});
    }

    /** Returns the file without symbolic links. SQLite keeps the log and the locks beside it, not beside a link. */
    private Path target() {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path; // connecting to it reports the problem
        }
    }

    private static boolean hasContent(Path file) {
        try {
            return Files.size(file) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void requireUnchanged(Path target, Path log, FileTime before) {
        if (hasContent(log) || !lastModified(target).equals(before)) {
            throw new SessionStoreException.BusyException(
                    "another process has written the " + this + " while it was read without write access: try again",
                    null);
        }
    }

    private FileTime lastModified(Path target) {
        try {
            return Files.getLastModifiedTime(target);
        } catch (IOException e) {
            throw new SessionStoreException("the " + this + " cannot be read: check its disk", e);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public SessionStoreException describe(SQLException e) {
        if (isBusy(e)) {
            return busy(e);
        }
        String name = code(e).name();
        if (name.startsWith("SQLITE_CORRUPT")) {
            return damaged("SQLite cannot read a page of it", e);
        }
        String message = "the " + this + " " + complaint(name);
        return name.equals("SQLITE_FULL") || name.startsWith("SQLITE_READONLY") || UNWRITABLE.contains(name)
                ? new SessionStoreException.UnwritableException(message, e)
                : new SessionStoreException(message, e);
    }

    private static String complaint(String code) {
        return switch (code) {
            case "SQLITE_FULL" -> "cannot grow: its disk or quota is full. Make room, then try again";
            case "SQLITE_NOTADB" -> "is not an SQLite database: give the path of one, or of a new file";
            case "SQLITE_READONLY",
                    "SQLITE_READONLY_DBMOVED",
                    "SQLITE_READONLY_CANTINIT",
                    "SQLITE_READONLY_DIRECTORY",
                    "SQLITE_PERM",
                    "SQLITE_CANTOPEN",
                    "SQLITE_AUTH" ->
                "cannot be opened for writing: check that its disk is not read-only, and the permissions of the file and of"
                        + " its directory";
            default ->
                code.startsWith("SQLITE_IOERR")
                        ? "cannot be read or written: check its disk (" + code + ")"
                        : "failed (" + code + ")";
        };
    }

    private static boolean isBusy(SQLException e) {
        String name = code(e).name();
        return name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED");
    }

    private static SQLiteErrorCode code(SQLException e) {
        return e instanceof SQLiteException sqlite
                ? sqlite.getResultCode()
                : SQLiteErrorCode.getErrorCode(e.getErrorCode());
    }

    SessionStoreException.BusyException busy(@Nullable Exception e) {
        return new SessionStoreException.BusyException(
                "the " + this + " was kept busy by others for " + DurationText.of(options.busyTimeout())
                        + ": try again",
                e);
    }

    @Override
    public SessionStoreException damaged(String what, @Nullable Exception e) {
        return new SessionStoreException(
                "the " + this + " is damaged (" + what + "): restore it from a copy, or rescue what can be read with"
                        + " sqlite3's .recover",
                e);
    }

    /** Returns how long to wait for others in this process, in nanoseconds. */
    long waitNanos() {
        return TimeUnit.MILLISECONDS.toNanos(options.busyTimeout().toMillis());
    }

    @Override
    public String toString() {
        return "session store " + path;
    }
}
