package io.acp4j.agent.internal.persistence;

import io.acp4j.schema.SessionId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The stored sessions that no client knows of yet: a list must not show one before the response that makes it known,
 * nor leave it out once that has been sent.
 */
public final class Announcements {

    /** How long a list waits for responses that are being sent. */
    private static final long SENDING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final class Unannounced {
        private final CompletableFuture<Void> sent = new CompletableFuture<>();
        private final CompletableFuture<Void> opened = new CompletableFuture<>();
        private volatile boolean sending;
    }

    private final Map<SessionId, Unannounced> open = new ConcurrentHashMap<>();

    /** Keeps a session that is about to be stored out of lists. */
    void withhold(SessionId id) {
        open.put(id, new Unannounced());
    }

    /** Notes that the response is on its way. */
    void sending(SessionId id) {
        Unannounced session = open.get(id);
        if (session != null) {
            session.sending = true;
        }
    }

    /** Notes that the session is open. */
    void opened(SessionId id) {
        Unannounced session = open.get(id);
        if (session != null) {
            session.opened.complete(null);
        }
    }

    /** Notes that the response has been sent, or never will be. */
    void done(SessionId id) {
        Unannounced session = open.remove(id);
        if (session != null) {
            session.sent.complete(null);
            session.opened.complete(null);
        }
    }

    /** Returns what completes when a session that is being made is open, or has been discarded; null when it is not being made. */
    @Nullable
    CompletableFuture<Void> pending(SessionId id) {
        Unannounced session = open.get(id);
        return session == null || session.opened.isDone() ? null : session.opened.copy();
    }

    /** Returns which sessions a list may show; waits for responses that are just being sent, for a bounded time. */
    Predicate<SessionId> listable() {
        long deadline = System.nanoTime() + SENDING_NANOS;
        return id -> {
            Unannounced session = open.get(id);
            return session == null || (session.sending && isSent(session, deadline));
        };
    }

    private static boolean isSent(Unannounced session, long deadline) {
        try {
            session.sent.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
