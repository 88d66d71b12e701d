package io.acp4j.client.internal.session;

import io.acp4j.client.UpdateListener;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.update.SessionNotification;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one session, and the updates that came before the first of them.
 *
 * <p>An agent may send updates before the response that names the session, and the caller needs a moment to add a listener.
 * What comes until then is kept, within a limit, and handed to the first listener.
 */
final class SessionUpdates {

    private static final Logger LOG = LoggerFactory.getLogger(SessionUpdates.class);

    private final DefaultClientSession session;
    private final int limit;
    private final boolean alsoHandledElsewhere;
    private final List<UpdateListener> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** What came before the first listener; null once nothing is kept any more. */
    private @Nullable ArrayDeque<SessionNotification> early = new ArrayDeque<>(0);

    /** Who hands the early updates to the first listener. */
    private @Nullable Thread catchingUp;

    SessionUpdates(DefaultClientSession session, int limit, boolean alsoHandledElsewhere) {
        this.session = session;
        this.limit = limit;
        this.alsoHandledElsewhere = alsoHandledElsewhere;
    }

    /** Hands an update to the listeners, or keeps it for the first one. */
    void deliver(SessionNotification notification) {
        if (!keep(notification)) {
            for (UpdateListener listener : listeners) {
                hand(listener, notification);
            }
        }
    }

    private boolean keep(SessionNotification notification) {
        lock.lock();
        try {
            while (catchingUp != null && early != null && early.size() >= limit) {
                changed.awaitUninterruptibly();
            }
            if (early == null) {
                return false;
            }
            if (early.size() >= limit) {
                overflow();
                return false;
            }
            early.add(notification);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void overflow() {
        early = null;
        if (alsoHandledElsewhere) {
            LOG.debug(
                    "more than {} updates of session {} came before a listener of its own",
                    limit,
                    LogText.of(session.id().value()));
        } else {
            LOG.warn(
                    "dropped the first {} updates of session {}, which came before it had a listener;"
                            + " give the listener to the call that opens the session",
                    limit,
                    LogText.of(session.id().value()));
        }
    }

    /** Adds a listener; the first one gets what was kept, on this thread. */
    Registration add(UpdateListener listener) {
        lock.lock();
        try {
            if (early == null || catchingUp != null) {
                listeners.add(listener);
                return () -> listeners.remove(listener);
            }
            catchingUp = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        SessionNotification next;
        while ((next = nextEarlyOrAdd(listener)) != null) {
            hand(listener, next);
        }
        return () -> listeners.remove(listener);
    }

    private @Nullable SessionNotification nextEarlyOrAdd(UpdateListener listener) {
        lock.lock();
        try {
            SessionNotification next = early == null ? null : early.poll();
            if (next == null) {
                early = null;
                catchingUp = null;
                listeners.add(listener);
            }
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps nothing from now on: a turn begins, whose updates must be handled when it ends. */
    @SuppressWarnings("ReferenceEquality") // a thread equals itself only
    void keepNoMore() {
        lock.lock();
        try {
            if (catchingUp == Thread.currentThread()) {
                return;
            }
            while (catchingUp != null) {
                changed.awaitUninterruptibly();
            }
            early = null;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is kept for the first listener, unless that is getting it: nobody has opened what it is about. */
    void dropEarly() {
        lock.lock();
        try {
            if (catchingUp == null && early != null) {
                early.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private void hand(UpdateListener listener, SessionNotification notification) {
        try {
            listener.onNotification(session, notification);
        } catch (Throwable e) {
            LOG.error(
                    "a listener of session {} failed on an update",
                    LogText.of(session.id().value()),
                    e);
        }
    }
}
