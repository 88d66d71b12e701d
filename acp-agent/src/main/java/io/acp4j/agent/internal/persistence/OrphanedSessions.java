package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.SessionId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sessions, also those of a process that has died: an agent that is started again right after its death would find
 * its own sessions in use otherwise.
 */
public final class OrphanedSessions {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedSessions.class);

    private static final long POLL_MILLIS = 100;

    /** How much longer than a lease lasts it is waited for, since clocks differ. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private OrphanedSessions() {}

    /**
     * Opens a session. When another process has it, waits for the end of its lease, at most once; a process that prolongs it
     * meanwhile is alive and keeps it.
     *
     * @param opening opens it, or throws {@link BranchException#SESSION_IN_USE}
     */
    static <T> T open(SessionRepository repository, SessionId id, Supplier<T> opening) {
        long deadline = System.nanoTime() + repository.options().lease().toNanos() + SLACK_NANOS;
        Lease first = null;
        while (true) {
            try {
                return opening.get();
            } catch (BranchException e) {
                if (!e.reason().equals(BranchException.SESSION_IN_USE)) {
                    throw e;
                }
                StoredSession session = repository.find(id);
                if (session == null) {
                    throw BranchException.unknownSession(id);
                }
                Lease now = session.lease();
                if (isProlonged(first, now) || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                if (first == null) {
                    LOG.info("session {} is in use elsewhere; waiting for a sign of life or the end of its lease", id);
                }
                first = now;
                pause();
            }
        }
    }

    private static boolean isProlonged(@Nullable Lease before, Lease now) {
        return before != null && !before.equals(now) && before.holder().equals(now.holder());
    }

    private static void pause() {
        try {
            boolean unused = new CountDownLatch(1).await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for a session", e);
        }
    }
}
