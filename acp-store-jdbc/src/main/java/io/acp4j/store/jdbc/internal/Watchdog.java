package io.acp4j.store.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaks off connections on which a statement makes no progress. The driver's own time-out sees only that nothing comes, not
 * that nothing can be sent.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long PERIOD_MILLIS = 500;

    private final long limitNanos;
    private final Set<Watch> running = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer;

    /**
     * Starts watching.
     *
     * @param limitSeconds how long one statement may take
     */
    Watchdog(int limitSeconds) {
        this.limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
        this.timer = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = new Thread(action, "acp4j-database-watchdog");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Watches a connection until the watch is closed. */
    Watch watch(Connection connection) {
        Watch watch = new Watch(connection);
        running.add(watch);
        return watch;
    }

    private void look() {
        long now = System.nanoTime();
        List<Watch> overdue =
                running.stream().filter(watch -> watch.isOverdue(now)).toList();
        for (Watch watch : overdue) {
            if (running.remove(watch)) {
                watch.abort();
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** One connection in use. */
    final class Watch implements Statements.Progress, AutoCloseable {

        private final Connection connection;
        private volatile boolean waiting;
        private volatile long since;

        private Watch(Connection connection) {
            this.connection = connection;
        }

        /** Notes that a statement begins, so that the database is to say something. */
        @Override
        public void begins() {
            since = System.nanoTime();
            waiting = true;
        }

        /** Notes that the database has responded: what the caller does until the next statement is not its silence. */
        @Override
        public void ends() {
            waiting = false;
        }

        private boolean isOverdue(long now) {
            return waiting && now - since > limitNanos;
        }

        private void abort() {
            LOG.warn("A statement made no progress for too long; its connection is given up");
            try {
                connection.unwrap(Connection.class).abort(Runnable::run);
            } catch (SQLException e) {
                LOG.warn("A connection that is given up could not be broken off", e);
            }
        }

        @Override
        public void close() {
            running.remove(this);
        }
    }
}
