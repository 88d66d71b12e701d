package io.acp4j.agent.internal.session;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The opening of a session again by its own client, which must not end what the session has in the background: puts off its loss, and
 * leads to the session that has followed it. Safe for any number of threads.
 *
 * @param <S> what a session is
 */
public final class Reopening<S> {

    private final S session;
    private final SessionOutput output;

    /** What was opened in the place of this session. */
    private volatile @Nullable Reopening<S> successor;

    private final Object losing = new Object();
    private boolean begun;

    /** What is done about a loss that came meanwhile. */
    private @Nullable Runnable loss;

    Reopening(S session, SessionOutput output) {
        this.session = session;
        this.output = output;
    }

    /** Puts off the loss of the session that opening it again on the same connection causes. */
    public void begin() {
        synchronized (losing) {
            begun = true;
        }
    }

    /** Ends that. If no other session has followed this one, what was put off happens now. */
    public void end() {
        Runnable putOff;
        synchronized (losing) {
            begun = false;
            putOff = loss;
            loss = null;
        }
        if (putOff != null && successor == null) {
            putOff.run();
        }
    }

    /** Runs what is done about a loss, now or, while the session is being opened again, when that has failed. */
    void lose(Runnable action) {
        synchronized (losing) {
            if (begun) {
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

    /** Runs something in the session that has this one's place now, while nobody else sends there. */
    void inPresent(Consumer<? super S> action) {
        while (true) {
            Reopening<S> present = this;
            for (Reopening<S> next = successor; next != null; next = next.successor) {
                present = next;
            }
            Reopening<S> found = present;
            boolean done = found.output.exclusively(() -> {
                boolean current = found.successor == null;
                if (current) {
                    action.accept(found.session);
                }
                return current;
            });
            if (done) {
                return;
            }
        }
    }
}
