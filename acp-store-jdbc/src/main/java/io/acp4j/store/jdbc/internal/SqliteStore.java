package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One SQLite file. Threads of this process queue up for the one connection that writes, in the order in which they came;
 * among processes, SQLite's own lock decides. Readers see the moment at which they began and wait for nobody.
 */
public final class SqliteStore implements SessionStore {

    private final SqliteFile file;
    private final SqliteReaders readers;
    private final Turnstile writers = new Turnstile();
    private final ReentrantLock writing = new ReentrantLock(true);

    /** Guarded by {@link #writing}; null when a new one has to be opened. */
    private @Nullable SqliteLink writer;

    private volatile boolean closed;

    SqliteStore(SqliteFile file) {
        this.file = file;
        this.readers = new SqliteReaders(file);
    }

    /** Opens the store in a file, with settings of the driver that follow a {@code ?}; its tables are made, and brought up to date. */
    public static SessionStore open(Path file, String settings, JdbcStoreOptions options) {
        SqliteFile sqlite = new SqliteFile(file.toAbsolutePath(), settings, options);
        sqlite.prepare();
        return new SqliteStore(sqlite);
    }

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        requireOpen();
        SqliteLink link = readers.take();
        boolean sound = false;
        try {
            JdbcView view = new JdbcView(link.begin("BEGIN"), SqliteDialect.INSTANCE);
            try {
                T result = action.apply(view);
                link.requireUnchanged();
                return result;
            } finally {
                view.end();
                sound = link.rollBack() && link.isWritable();
            }
        } finally {
            if (!sound) {
                link.close();
            }
            readers.giveBack(sound ? link : null);
        }
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        lockWriter();
        try {
            requireOpen();
            SqliteLink link = writer == null ? SqliteLink.to(file) : writer;
            writer = link;
            JdbcTransaction transaction = new JdbcTransaction(link.begin("BEGIN IMMEDIATE"), SqliteDialect.INSTANCE);
            boolean stored = false;
            try {
                T result = action.apply(transaction);
                transaction.end();
                link.commit();
                stored = true;
                return result;
            } finally {
                transaction.end();
                boolean sound = stored || link.rollBack();
                if (!sound || !link.isWritable()) {
                    writer = null;
                    link.close();
                }
            }
        } finally {
            writers.served();
            writing.unlock();
        }
    }

    private void lockWriter() {
        if (writing.isHeldByCurrentThread()) {
            throw new IllegalStateException("a transaction cannot begin inside another one");
        }
        try {
            if (!writers.pass(() -> writing.tryLock(file.waitNanos(), TimeUnit.NANOSECONDS))) {
                throw file.busy(null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStoreException("interrupted while waiting to write the " + file, e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new SessionStoreException("the " + file + " has been closed", null);
        }
    }

    /** Waits for the writer. The last one to close folds the log into the file. */
    @Override
    public void close() {
        closed = true;
        readers.close();
        writing.lock();
        try {
            if (writer != null) {
                writer.close();
                writer = null;
            }
        } finally {
            writing.unlock();
        }
    }
}
