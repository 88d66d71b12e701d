package io.acp4j.agent.internal.session;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The running turn of a session and the queue of waiting turns, if the protocol version allows them. Safe for any number of threads. */
public final class Foreground {

    /**
     * A turn that waits for the one before it.
     *
     * @param turn the turn
     * @param start starts the turn when it is due; must not block
     * @param onTaken called when the running turn has taken its prompt
     * @param onWithdrawn called with the reason if the turn never begins
     */
    public record Waiting(
            DefaultTurn turn, Runnable start, Runnable onTaken, Consumer<? super Exception> onWithdrawn) {}

    private final SessionId session;
    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable DefaultTurn current;
    private boolean closing;

    /**
     * Creates the foreground of a session that has no turn yet.
     *
     * @param limit how much may wait
     */
    Foreground(SessionId session, int limit) {
        this.session = session;
        this.limit = limit;
    }

    /** Makes a turn the running one; refuses it when there is one. */
    public void begin(DefaultTurn next) {
        lock.lock();
        try {
            requireOpen();
            if (current != null) {
                throw BranchException.turnInProgress(session);
            }
            current = next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a turn the running one, or has it wait.
     *
     * @return whether it is the running one, and to be started
     */
    public boolean beginOrWait(Waiting next) {
        lock.lock();
        try {
            requireOpen();
            if (current == null) {
                current = next.turn();
                return true;
            }
            if (waiting.size() >= limit) {
                throw new AcpErrorException(
                        ErrorCode.INVALID_REQUEST,
                        "Too many prompts wait in this session; send more when some have begun",
                        Map.of("reason", "too_many_prompts", "sessionId", session.value(), "limit", limit));
            }
            waiting.add(next);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closing) {
            throw BranchException.closed(session);
        }
    }

    /** Ends the running turn. Returns the turn to start next; null if none is waiting. */
    @Nullable
    Waiting end(DefaultTurn ended) {
        lock.lock();
        try {
            if (!ended.equals(current)) {
                return null;
            }
            Waiting next = waiting.poll();
            current = next == null ? null : next.turn();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the running turn; null between turns. */
    @Nullable
    DefaultTurn current() {
        lock.lock();
        try {
            return current;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first prompt that waits out of the queue; null when none does. */
    @Nullable
    Waiting takePrompt() {
        lock.lock();
        try {
            Iterator<Waiting> all = waiting.iterator();
            while (all.hasNext()) {
                Waiting each = all.next();
                if (each.turn() instanceof DefaultPromptTurn) {
                    all.remove();
                    return each;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a turn from the queue; false when it no longer waits there. */
    public boolean withdraw(DefaultTurn turn) {
        lock.lock();
        try {
            return waiting.removeIf(each -> each.turn().equals(turn));
        } finally {
            lock.unlock();
        }
    }

    /** Takes everything out of the queue, and says why. */
    public void withdrawAll(RuntimeException why) {
        List<Waiting> withdrawn;
        lock.lock();
        try {
            withdrawn = new ArrayList<>(waiting);
            waiting.clear();
        } finally {
            lock.unlock();
        }
        withdrawn.forEach(each -> each.onWithdrawn().accept(why));
    }

    /** Begins to close the session, so that it refuses further turns; false when that has begun already. */
    public boolean beginClosing() {
        lock.lock();
        try {
            boolean first = !closing;
            closing = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the session is being closed. */
    public boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** Accepts turns again, since closing has been refused. */
    public void reopen() {
        lock.lock();
        try {
            closing = false;
        } finally {
            lock.unlock();
        }
    }
}
