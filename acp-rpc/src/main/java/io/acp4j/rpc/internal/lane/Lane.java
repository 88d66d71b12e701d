package io.acp4j.rpc.internal.lane;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The messages of one session, taken one after the other; lanes run side by side.
 *
 * <p>A lane occupies a thread only while it has messages. A notification holds its lane until it has been handled. A
 * request only begins in its turn: its thread leaves the lane to another one, either before it runs the handler or when the handler
 * has done {@linkplain #leave what must be done in order}. While a handler
 * waits for the peer, requests do not wait for that handler: the peer's response may depend on them.
 */
public final class Lane implements Runnable {

    private static final ThreadLocal<@Nullable Lane> CURRENT = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable Origin> OVERTAKEN = new ThreadLocal<>();

    private final Executor executor;
    private final InboundBudget budget;
    private final ReentrantLock lock = new ReentrantLock();
    // Small at first, as most lanes of a server have nothing to do.
    private ArrayDeque<Item> queue = new ArrayDeque<>(1);
    private ArrayDeque<Item> batch = new ArrayDeque<>(1);
    private final ArrayDeque<Item> requests = new ArrayDeque<>(1);
    private boolean running;
    private int waitingForPeer;
    private volatile long begun;
    /** How much of the budget the message that is being handled holds; for the thread that handles it. */
    private int held;
    /** The message during which the calls that are counted were made, and how many of them are pending. */
    private long callingMessage;

    private int pendingCalls;

    public Lane(Executor executor, InboundBudget budget) {
        this.executor = executor;
        this.budget = budget;
    }

    /**
     * The message that a lane was handling when a request was made by its handler, or on behalf of it.
     *
     * @param lane the lane
     * @param message the number of the message
     */
    public record Origin(Lane lane, long message) {}

    /** One thing to do in its turn. */
    public static final class Item {

        private final Runnable task;
        private final int bytes;
        private final boolean leaves;
        private final @Nullable AtomicBoolean taken;

        /**
         * Creates it.
         *
         * @param task does it
         * @param bytes how much of the budget it holds until it has run, or has left the lane
         * @param leaves whether it only begins in its turn, and what follows need not wait for its end
         * @param overtakes whether it is a request, which need not wait for a handler that waits for the peer
         */
        public Item(Runnable task, int bytes, boolean leaves, boolean overtakes) {
            this.task = task;
            this.bytes = bytes;
            this.leaves = leaves;
            this.taken = overtakes ? new AtomicBoolean() : null;
        }

        /** Returns whether it is a request, which may begin out of its turn. */
        public boolean overtakes() {
            return taken != null;
        }

        /** Returns whether it has begun. */
        public boolean isTaken() {
            return taken != null && taken.get();
        }

        private boolean take() {
            return taken == null || taken.compareAndSet(false, true);
        }
    }

    /** The lane whose messages this thread is handling; null on any other thread. */
    public static @Nullable Lane current() {
        return CURRENT.get();
    }

    /** Returns what this thread works for; null when that is nothing that occupies a lane. */
    public static @Nullable Origin origin() {
        Origin overtaken = OVERTAKEN.get();
        if (overtaken != null) {
            return overtaken;
        }
        Lane lane = CURRENT.get();
        return lane == null ? null : new Origin(lane, lane.begun);
    }

    /**
     * Appends something to do; its bytes are already counted in. A request begins at once when the handler before it waits
     * for the peer.
     */
    public void add(Item item) {
        boolean isRequest = item.taken != null;
        boolean start;
        boolean overtakes;
        lock.lock();
        try {
            overtakes = isRequest && waitingForPeer > 0;
            start = !overtakes && !running;
            running |= start;
            if (!overtakes) {
                queue.add(item);
            }
            if (isRequest && !overtakes) {
                requests.add(item);
            }
        } finally {
            lock.unlock();
        }
        if (overtakes) {
            overtake(item);
        } else if (start) {
            executor.execute(this);
        }
    }

    /**
     * Appends a notification; its bytes are already counted in.
     *
     * @return whether the lane was idle, and the caller must {@link #start} it
     */
    public boolean enqueue(Item item) {
        lock.lock();
        try {
            queue.add(item);
            boolean start = !running;
            running = true;
            return start;
        } finally {
            lock.unlock();
        }
    }

    /** Starts an idle lane to which something has been appended. */
    public void start() {
        executor.execute(this);
    }

    /** Begins a request out of its turn, unless it has begun. */
    public void overtake(Item request) {
        if (!request.take()) {
            return;
        }
        budget.release(request.bytes);
        // The handler that is overtaken waits for what this one does, so its calls are that handler's calls.
        Origin overtaken = new Origin(this, executing());
        executor.execute(() -> {
            OVERTAKEN.set(overtaken);
            try {
                runLogged(request.task);
            } finally {
                OVERTAKEN.remove();
            }
        });
    }

    /** Notes that the handler on this thread begins to wait for the peer. */
    public void enterWait() {
        List<Item> waiting;
        lock.lock();
        try {
            waitingForPeer++;
            waiting = List.copyOf(requests);
            requests.clear();
        } finally {
            lock.unlock();
        }
        waiting.forEach(this::overtake);
    }

    /** Notes that the handler no longer waits. */
    public void leaveWait() {
        lock.lock();
        try {
            waitingForPeer--;
        } finally {
            lock.unlock();
        }
    }

    /** Counts a request to the peer that was made while a message was handled. */
    public void callOpened(long message) {
        lock.lock();
        try {
            if (callingMessage != message) {
                callingMessage = message;
                pendingCalls = 0;
            }
            pendingCalls++;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that such a request is pending no longer. */
    public void callEnded(long message) {
        lock.lock();
        try {
            if (callingMessage == message) {
                pendingCalls--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the handler that is running may be waiting for the peer. */
    public boolean mayAwaitPeer() {
        lock.lock();
        try {
            return running && callingMessage == begun && pendingCalls > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether its handlers run on these threads, which are those of one connection. */
    public boolean runsOn(Executor threads) {
        return executor.equals(threads);
    }

    /** Returns whether nothing is queued or being handled. */
    public boolean isIdle() {
        lock.lock();
        try {
            return !running;
        } finally {
            lock.unlock();
        }
    }

    /** Numbers the message being handled; 0 when none is. */
    public long executing() {
        lock.lock();
        try {
            return running ? begun : 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        CURRENT.set(this);
        try {
            long number = begun;
            Item item;
            while ((item = next()) != null) {
                number++;
                begun = number;
                if (!item.take()) {
                    continue;
                }
                held = item.bytes;
                if (item.leaves) {
                    leave();
                }
                runLogged(item.task);
                if (CURRENT.get() != this) {
                    return;
                }
                budget.release(item.bytes);
            }
        } finally {
            CURRENT.remove();
        }
    }

    /**
     * Leaves the lane whose message this thread is handling, if there is one: what follows is handled on another thread, so that the
     * rest of the message may take its time here.
     */
    public static void leave() {
        Lane lane = CURRENT.get();
        if (lane == null) {
            return;
        }
        CURRENT.remove();
        lane.budget.release(lane.held);
        if (!lane.stopWhenEmpty()) {
            lane.executor.execute(lane);
        }
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(Lane.class).error("a handler failed", e);
        } finally {
            // A handler's interrupt is its own; it must not cancel what the next one does.
            Thread.interrupted();
        }
    }

    private @Nullable Item next() {
        Item item = batch.poll();
        if (item != null) {
            return item;
        }
        lock.lock();
        try {
            requests.removeIf(Item::isTaken);
            if (queue.isEmpty()) {
                running = false;
                return null;
            }
            ArrayDeque<Item> empty = batch;
            batch = queue;
            queue = empty;
            return batch.poll();
        } finally {
            lock.unlock();
        }
    }

    private boolean stopWhenEmpty() {
        if (!batch.isEmpty()) {
            return false;
        }
        lock.lock();
        try {
            requests.removeIf(Item::isTaken);
            running = !queue.isEmpty();
            return !running;
        } finally {
            lock.unlock();
        }
    }
}
