package io.acp4j.agent.internal.session;

import java.util.ArrayList;
import java.util.List;
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
 * what goes on in the background wait, and leads to the session that has followed it. Safe for any number of threads, of which one at a
 * time opens the session again.
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

    /** The thread that opens the session again; null when none does. */
    private @Nullable Thread opener;

    /** What that thread does meanwhile in the session as it was: as it cannot wait for itself, that is done later. */
    private List<Consumer<? super S>> later = new ArrayList<>();

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
            ended = new CompletableFuture<>();
            opener = Thread.currentThread();
        }
    }

    /** Ends that, if it has begun. If no other session has followed this one, what was put off happens now. */
    public void end() {
        Runnable putOff;
        synchronized (losing) {
            if (!isOpener()) {
                return;
            }
            opener = null;
            putOff = loss;
            loss = null;
        }
        try {
            if (putOff != null && successor == null) {
                putOff.run();
            }
        } finally {
            ended.complete(null);
            catchUp();
        }
    }

    /** Runs what is done about a loss, now or, while the session is being opened again, when that has failed. */
    void lose(Runnable action) {
        synchronized (losing) {
            if (opener != null) {
                loss = action;
                return;
            }
        }
        action.run();
    }

    /** Has a session take the place of this one; for the thread that holds the locks of both sessions' outputs. */
    void followedBy(Reopening<S> next) {
        successor = next;
        catchUp();
    }

    /** Does in the session that is open now what the thread that opened it has put off. */
    private void catchUp() {
        List<Consumer<? super S>> putOff;
        synchronized (losing) {
            putOff = later;
            later = new ArrayList<>();
        }
        List<RuntimeException> failures = new ArrayList<>();
        for (Consumer<? super S> action : putOff) {
            try {
                inPresent(action);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            LOG.warn(
                    "{} of {} changes of {} that were made while it was opened again are lost",
                    failures.size(),
                    putOff.size(),
                    session,
                    failures.get(0));
        }
    }

    /**
     * Runs something in the session that has this one's place now, while nobody else sends there. Where that is being opened again, waits
     * before, for a bounded time: what is written meanwhile could be stored neither by the one nor by the other. For who opens it, it is
     * run as soon as it is open. Who keeps others from sending does not wait.
     *
     * @throws IllegalStateException when who opens the session has written too much in it as it was
     */
    void inPresent(Consumer<? super S> action) {
        boolean patient = true;
        while (true) {
            Reopening<S> present = present();
            if (present.isPutOff(action)) {
                return;
            }
            boolean waits = patient && !present.output.isLocked();
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

    /** Puts an action off if it is the opener's, and returns whether it is. */
    private boolean isPutOff(Consumer<? super S> action) {
        synchronized (losing) {
            if (!isOpener() || successor != null) {
                return false;
            }
            if (later.size() >= SessionOutput.MAX_HELD) {
                throw new IllegalStateException("more than " + SessionOutput.MAX_HELD + " changes of " + session
                        + " while it is opened again; make them when it is open, with SessionContext.afterResponse");
            }
            later.add(action);
            return true;
        }
    }

    /** Returns whether this thread opens the session again; for the thread that holds the lock. */
    private boolean isOpener() {
        return Thread.currentThread().equals(opener);
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
