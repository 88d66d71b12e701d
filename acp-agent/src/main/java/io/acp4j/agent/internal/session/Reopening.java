package io.acp4j.agent.internal.session;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The opening of a session again by its own client, which must not end what the session has in the background: puts off its loss, has
 * what goes on in the background wait, and leads to the session that has followed it. Safe for any number of threads.
 *
 * @param <S> what a session is
 */
public final class Reopening<S> {

    private static final Logger LOG = LoggerFactory.getLogger(Reopening.class);

    /** How long what goes on in the background waits for the session to be open again before it goes on as if it were. */
    private static final long SECONDS = 30;

    private static final CompletableFuture<Void> ENDED = CompletableFuture.completedFuture(null);

    private final S session;
    private final SessionOutput output;

    /** What was opened in the place of this session. */
    private volatile @Nullable Reopening<S> successor;

    private final Object losing = new Object();

    /** The threads that open the session again: one for each request to do so. */
    private final Set<Thread> openers = new HashSet<>();

    /** What is done about a loss that came meanwhile. */
    private @Nullable Runnable loss;

    /** Completes when the session is not being opened again any more. */
    private volatile CompletableFuture<Void> ended = ENDED;

    Reopening(S session, SessionOutput output) {
        this.session = session;
        this.output = output;
    }

    /**
     * Puts off the loss of the session that opening it again on the same connection causes; for the thread that does so and holds the lock
     * of the output.
     */
    void begin() {
        synchronized (losing) {
            if (openers.isEmpty()) {
                ended = new CompletableFuture<>();
            }
            openers.add(Thread.currentThread());
        }
    }

    /** Ends that, if it has begun. If no other session has followed this one, what was put off happens now. */
    public void end() {
        Runnable putOff;
        synchronized (losing) {
            if (!openers.remove(Thread.currentThread()) || !openers.isEmpty()) {
                return;
            }
            putOff = loss;
            loss = null;
        }
        try {
            if (putOff != null && successor == null) {
                putOff.run();
            }
        } finally {
            ended.complete(null);
        }
    }

    /** Runs what is done about a loss, now or, while the session is being opened again, when that has failed. */
    void lose(Runnable action) {
        synchronized (losing) {
            if (!openers.isEmpty()) {
                loss = action;
                return;
            }
        }
        action.run();
    }

    /** Has a session take the place of this one; for the thread that holds the lock of this session's output. */
    void followedBy(Reopening<S> later) {
        successor = later;
    }

    /**
     * Runs something in the session that has this one's place now, while nobody else sends there. Where that is being opened again, waits
     * before, for a bounded time: what is written meanwhile could be stored neither by the one nor by the other. Who opens it does not
     * wait, nor who keeps others from sending.
     */
    void inPresent(Consumer<? super S> action) {
        boolean patient = true;
        while (true) {
            Reopening<S> present = present();
            boolean waits = patient && !present.output.isLocked() && !present.isOpener();
            CompletableFuture<Void> busy = present.output.exclusively(() -> {
                if (present.successor != null) {
                    return ENDED;
                }
                if (waits && !present.ended.isDone()) {
                    return present.ended;
                }
                action.accept(present.session);
                return null;
            });
            if (busy == null) {
                return;
            }
            patient = await(busy);
        }
    }

    private Reopening<S> present() {
        Reopening<S> present = this;
        for (Reopening<S> next = successor; next != null; next = next.successor) {
            present = next;
        }
        return present;
    }

    private boolean isOpener() {
        synchronized (losing) {
            return openers.contains(Thread.currentThread());
        }
    }

    /** Waits until the session is open again; returns false when that takes too long. */
    private boolean await(CompletableFuture<Void> opened) {
        try {
            opened.get(SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("{} is still being opened again; what goes on in its background does not wait for that", session);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
