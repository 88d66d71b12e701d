package io.acp4j.agent.internal.memory;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** Keeps everything in maps: many read at a time, or one writes. */
public final class InMemoryStore implements SessionStore {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final InMemoryTables tables = new InMemoryTables();
    private boolean closed;

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        lock.readLock().lock();
        try {
            requireOpen();
            return action.apply(tables);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        lock.writeLock().lock();
        try {
            requireOpen();
            T result = action.apply(tables);
            tables.keep();
            return result;
        } finally {
            tables.undo();
            lock.writeLock().unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new SessionStoreException("the in-memory session store has been closed", null);
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            closed = true;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
