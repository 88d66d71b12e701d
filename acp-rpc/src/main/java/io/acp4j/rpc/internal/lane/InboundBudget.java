package io.acp4j.rpc.internal.lane;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Pauses the reading of a connection while too many bytes wait for their handlers.
 *
 * <p>Pausing for good could lock a connection up: a handler may be waiting for a response that lies behind what is not read.
 * So while a handler is known to wait for the peer, and when nothing has been handled for a while, reading goes on up to
 * {@value #HARD_FACTOR} times the limit. When even that is full and nothing moves, what handlers wait for has to be given
 * up.
 */
public final class InboundBudget {

    /** How far beyond the limit reading goes when handlers seem to wait for the peer. */
    public static final int HARD_FACTOR = 4;

    /** What a waiting message counts for beyond its bytes: the objects that it has become. */
    private static final int MESSAGE_OVERHEAD = 256;

    /** How long nothing may be handled before handlers are taken to wait for the peer. */
    private static final long STALL_MILLIS = 250;

    /** For how many times {@link #STALL_MILLIS} nothing may move before what handlers wait for is given up. */
    private static final int STALLS_TO_GIVE_UP = 20;

    private final long limit;
    private final Runnable giveUp;
    private final AtomicLong queued = new AtomicLong();
    private final AtomicInteger nested = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean paused;
    private volatile boolean stalled;
    private volatile boolean open = true;

    /**
     * Creates an empty budget.
     *
     * @param giveUp ends what handlers wait for; called by the reading thread
     */
    public InboundBudget(int limitBytes, Runnable giveUp) {
        this.limit = limitBytes;
        this.giveUp = giveUp;
    }

    /**
     * Counts a message in, first waiting until it may be; called by the reading thread only.
     *
     * @return what to give back
     */
    public int acquire(int bytes) {
        if (queued.get() >= limit) {
            pause();
        }
        int cost = bytes + MESSAGE_OVERHEAD;
        queued.addAndGet(cost);
        return cost;
    }

    /** Returns whether the next message would have to wait. */
    public boolean isUsedUp() {
        return queued.get() >= limit;
    }

    /** Returns how many bytes are counted in. */
    public long queued() {
        return queued.get();
    }

    /** Counts a message out. */
    public void release(int bytes) {
        long left = queued.addAndGet(-bytes);
        stalled = false;
        if (paused && left <= limit / 2) {
            wake();
        }
    }

    /** Notes that a handler begins to wait for the peer. */
    public void enterNested() {
        nested.incrementAndGet();
        if (paused) {
            wake();
        }
    }

    /** Notes that a handler no longer waits for the peer. */
    public void leaveNested() {
        nested.decrementAndGet();
    }

    /** Never pauses again. */
    public void close() {
        open = false;
        wake();
    }

    private void pause() {
        int stalls = 0;
        paused = true;
        try {
            while (!awaitRoom()) {
                stalls = stalled ? stalls + 1 : 0;
                if (stalls == STALLS_TO_GIVE_UP) {
                    stalls = 0;
                    giveUp.run();
                }
            }
        } catch (InterruptedException e) {
            // Only a transport that is being closed interrupts its reader; the end of input follows.
            Thread.currentThread().interrupt();
        } finally {
            paused = false;
        }
    }

    /** Waits until reading may go on or nothing has moved for a while; true when it may go on. */
    private boolean awaitRoom() throws InterruptedException {
        lock.lock();
        try {
            while (open && !mayGoOn()) {
                long before = queued.get();
                boolean signalled = changed.await(STALL_MILLIS, TimeUnit.MILLISECONDS);
                if (!signalled && queued.get() == before) {
                    stalled = true;
                    return !open || mayGoOn();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayGoOn() {
        long now = queued.get();
        return now <= limit / 2 || (now < limit * HARD_FACTOR && (stalled || nested.get() > 0));
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
