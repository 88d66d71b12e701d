package io.acp4j.store.jdbc;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One SQLite file. Threads of this process queue up for the one connection that writes, in the order in which they came;
 * among processes, SQLite's own lock decides. Readers see the moment at which they began and wait for nobody.
 */
final class SqliteStore implements SessionStore {

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

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        requireOpen();
        SqliteLink link = readers.take();
        boolean sound = false;
        try {
            JdbcView view = new JdbcView(link.begin("BEGIN"), SqliteDialect.INSTANCE);
            try {
                return action.apply(view);
            } finally {
                view.end();
                sound = link.rollBack();
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
                if (!stored && !link.rollBack()) {
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
            if (!writers.pass(() -> writing.tryLock(file.patience(), TimeUnit.NANOSECONDS))) {
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

    /** Waits for whoever is writing. The last one to close folds the log into the file. */
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
