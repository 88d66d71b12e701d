package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Watches over one connection: pings a silent peer, and notices one that is gone, does not read, or has nothing to say.
 *
 * <p>A peer is late only while this program runs: what passes between two looks counts as two periods at most, however late the
 * second one is. So a machine that is busy or was asleep does not cost it its connections.
 */
public final class KeepAlive {

    /** A time is kept to within a quarter of the shortest one, but no closer than this. */
    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long MAX_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Times times;
    private final Peer peer;
    private final LongSupplier clock;
    private final long period;
    private volatile long lastSign;
    private volatile long lastMessage;
    private volatile boolean pinged;
    private long lastLook;
    private long pongWait;
    private long stuckWait;
    private long stuckAt;

    /**
     * Creates a watch; have it {@link #look} every {@link #periodNanos}.
     *
     * @param times how long is waited for what
     * @param peer what is watched
     * @param clock the time in nanoseconds, such as {@link System#nanoTime}
     */
    public KeepAlive(Times times, Peer peer, LongSupplier clock) {
        this.times = times;
        this.peer = peer;
        this.clock = clock;
        this.period = period(times);
        this.lastLook = clock.getAsLong();
        this.lastSign = lastLook;
        this.lastMessage = lastLook;
    }

    /**
     * How long is waited; zero waits without limit.
     *
     * @param keepAliveInterval the time without a sign of life after which a ping is sent; zero disables pings
     * @param keepAliveTimeout the time limit for a sign of life after a ping
     * @param slowReader for the peer to read something
     * @param idle for any message
     */
    public record Times(Duration keepAliveInterval, Duration keepAliveTimeout, Duration slowReader, Duration idle) {}

    /** What is watched; its methods are called by {@link #look}. */
    public interface Peer {

        /** Returns whether input is held back here, so that no sign of life can be heard. */
        boolean isHeld();

        /**
         * Returns how far writing has come while more is to be written than the connection takes.
         *
         * @return 0 while nothing waits, else any number that changes whenever the peer has read something
         */
        long backlog();

        /** Sends a ping. */
        void ping();

        /** Ends the connection. */
        void fail(int code, String problem);
    }

    private static long period(Times times) {
        long shortest = LongStream.of(
                        times.keepAliveInterval().toNanos(),
                        times.keepAliveInterval().isZero()
                                ? 0
                                : times.keepAliveTimeout().toNanos(),
                        times.slowReader().toNanos(),
                        times.idle().toNanos())
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
        return shortest == 0 ? 0 : Math.min(MAX_PERIOD_NANOS, Math.max(MIN_PERIOD_NANOS, shortest / 4));
    }

    /** Returns how often to {@link #look}, in nanoseconds; 0 for never. */
    public long periodNanos() {
        return period;
    }

    /** Notes a sign of life; on any thread. */
    public void alive() {
        lastSign = clock.getAsLong();
        pinged = false;
    }

    /** Notes a message, either way; on any thread. */
    public void message() {
        lastMessage = clock.getAsLong();
    }

    /** Looks whether anything is to be done; called by one thread at a time. */
    public void look() {
        long now = clock.getAsLong();
        long passed = Math.min(now - lastLook, 2 * period);
        lastLook = now;
        long backlog = peer.backlog();
        countStuck(backlog, passed);
        if (isOver(times.idle(), now - lastMessage)) {
            peer.fail(CloseCodes.POLICY, "there was no message for " + DurationText.of(times.idle()));
        } else if (isOver(times.slowReader(), stuckWait)) {
            peer.fail(
                    CloseCodes.TRY_AGAIN_LATER, "the peer has read nothing for " + DurationText.of(times.slowReader()));
        } else if (peer.isHeld()) {
            // A side that does not listen cannot expect to hear a pong.
            alive();
        } else if (backlog != 0 && !times.slowReader().isZero()) {
            // No ping gets through now, and how long the peer may go on without reading has its own limit.
            return;
        } else if (pinged) {
            pongWait += passed;
            if (pongWait >= times.keepAliveTimeout().toNanos()) {
                peer.fail(
                        CloseCodes.INTERNAL_ERROR,
                        "the peer did not respond to a ping within " + DurationText.of(times.keepAliveTimeout()));
            }
        } else if (isOver(times.keepAliveInterval(), now - lastSign)) {
            pinged = true;
            pongWait = 0;
            peer.ping();
        }
    }

    private void countStuck(long backlog, long passed) {
        if (backlog == 0 || backlog != stuckAt) {
            if (backlog != 0 && stuckAt != 0) {
                // The peer has made room where there was none.
                alive();
            }
            stuckAt = backlog;
            stuckWait = 0;
        } else {
            stuckWait += passed;
        }
    }

    private static boolean isOver(Duration limit, long nanos) {
        return !limit.isZero() && nanos >= limit.toNanos();
    }
}
