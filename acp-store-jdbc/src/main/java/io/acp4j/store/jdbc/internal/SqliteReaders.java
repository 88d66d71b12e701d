package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connections that read a file: opened when they are needed first, kept with their prepared statements. */
final class SqliteReaders {

    private final SqliteFile file;
    private final Turnstile turnstile = new Turnstile();
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<SqliteLink> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    SqliteReaders(SqliteFile file) {
        this.file = file;
        this.permits = new Semaphore(file.readers(), true);
    }

    SqliteLink take() {
        try {
            if (!turnstile.pass(() -> permits.tryAcquire(file.waitNanos(), TimeUnit.NANOSECONDS))) {
                throw file.busy(null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionStoreException("interrupted while waiting to read the " + file, e);
        }
        SqliteLink link = null;
        try {
            link = idle.pollFirst();
            if (link == null) {
                link = SqliteLink.to(file);
            }
            return link;
        } finally {
            if (link == null) {
                permits.release();
            }
        }
    }

    /** Takes a connection back; null for one that is good for nothing more. */
    void giveBack(@Nullable SqliteLink link) {
        if (link != null) {
            idle.addFirst(link);
        }
        if (closed) {
            closeIdle();
        }
        turnstile.served();
        permits.release();
    }

    /** Closes the connections; those in use when they come back. */
    void close() {
        closed = true;
        closeIdle();
    }

    private void closeIdle() {
        SqliteLink link = idle.pollFirst();
        while (link != null) {
            link.close();
            link = idle.pollFirst();
        }
    }
}
