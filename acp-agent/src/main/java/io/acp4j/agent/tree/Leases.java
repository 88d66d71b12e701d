package io.acp4j.agent.tree;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the right to write to the sessions that are open here, by one thread that begins with the first of them. */
final class Leases implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final SessionStore store;
    private final LeaseHolder holder = LeaseHolder.here();
    private final Duration duration;
    private @Nullable ScheduledThreadPoolExecutor timer;
    private @Nullable ScheduledFuture<?> renewing;
    private boolean closed;

    Leases(SessionStore store, Duration duration) {
        this.store = store;
        this.duration = duration;
    }

    /** Returns what takes a session from its holder. */
    Lease next(Lease before, Instant now) {
        return new Lease(holder.name(), before.token() + 1, now.plus(duration));
    }

    /** Returns true if another holder, not known to be dead, has a session. */
    boolean isElsewhere(Lease lease, Instant now) {
        return !lease.holder().equals(holder.name()) && isHeld(lease, now);
    }

    /** Returns true if a holder, not known to be dead, has a session. */
    boolean isHeld(Lease lease, Instant now) {
        return !lease.holder().isEmpty() && lease.expiresAt().isAfter(now) && !holder.isDead(lease.holder());
    }

    /** Prolongs what is held from now on. */
    synchronized void keep() {
        if (timer != null || closed) {
            return;
        }
        timer = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = new Thread(action, "acp4j-leases");
            thread.setDaemon(true);
            return thread;
        });
        long period = duration.toMillis() / 3;
        renewing = timer.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
    }

    private void renew() {
        try {
            store.write(tx -> {
                tx.renew(new Lease(holder.name(), 0, tx.now().plus(duration)));
                return true;
            });
        } catch (RuntimeException e) {
            LOG.warn("the leases of open sessions could not be prolonged; others may take them over", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (timer != null && renewing != null) {
            renewing.cancel(false);
            timer.shutdown();
        }
    }
}
