package io.acp4j.transport.ws.jakarta;

import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.CloseCodes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Watches over one session: pings a silent peer, and notices one that is gone, does not read, or has nothing to say. */
final class SessionWatch {

    /** A time is kept to within a quarter of the shortest one, but no closer than this. */
    private static final long MIN_TICK_MILLIS = 10;

    private static final long MAX_TICK_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final WsLimits limits;
    private final Session session;
    private volatile long lastSign = System.nanoTime();
    private volatile long lastMessage = lastSign;
    private volatile boolean pinged;
    private long pingedAt;

    SessionWatch(WsLimits limits, Session session) {
        this.limits = limits;
        this.session = session;
    }

    /**
     * What is watched.
     *
     * @param isHeld tells whether input is held back here
     * @param sendingNanos tells at a time for how long one message has been under way
     * @param ping sends a ping
     * @param fail ends the connection
     */
    record Session(BooleanSupplier isHeld, LongUnaryOperator sendingNanos, Runnable ping, Fail fail) {}

    /** Ends the connection. */
    @FunctionalInterface
    interface Fail {
        void accept(int code, String problem, @Nullable Throwable cause);
    }

    /** Tells how often to {@link #look}, in milliseconds; 0 for never. */
    long tickMillis() {
        long shortest = Stream.of(
                        limits.pingInterval(),
                        limits.pingInterval().isZero() ? Duration.ZERO : limits.pongTimeout(),
                        limits.slowReaderTimeout(),
                        limits.idleTimeout())
                .mapToLong(Duration::toMillis)
                .filter(millis -> millis > 0)
                .min()
                .orElse(0);
        return shortest == 0 ? 0 : Math.min(MAX_TICK_MILLIS, Math.max(MIN_TICK_MILLIS, shortest / 4));
    }

    /** Takes notice of a sign of life. */
    void alive() {
        lastSign = System.nanoTime();
        pinged = false;
    }

    /** Takes notice of a message, either way. */
    void message() {
        lastMessage = System.nanoTime();
    }

    /** Looks whether anything is to be done; called by one thread at a time. */
    void look() {
        long now = System.nanoTime();
        if (isOver(limits.idleTimeout(), now - lastMessage)) {
            session.fail().accept(CloseCodes.POLICY, "there was no message for " + limits.idleTimeout(), null);
        } else if (isOver(limits.slowReaderTimeout(), session.sendingNanos().applyAsLong(now))) {
            session.fail()
                    .accept(
                            CloseCodes.TRY_AGAIN_LATER,
                            "the peer has not taken a message within " + limits.slowReaderTimeout(),
                            null);
        } else if (session.isHeld().getAsBoolean()) {
            // Whoever does not listen cannot expect to hear a pong.
            alive();
        } else if (pinged && now - pingedAt >= limits.pongTimeout().toNanos()) {
            session.fail()
                    .accept(
                            CloseCodes.INTERNAL_ERROR,
                            "the peer did not answer a ping within " + limits.pongTimeout(),
                            null);
        } else if (!pinged && isOver(limits.pingInterval(), now - lastSign)) {
            pingedAt = now;
            pinged = true;
            session.ping().run();
        }
    }

    private static boolean isOver(Duration limit, long nanos) {
        return !limit.isZero() && nanos >= limit.toNanos();
    }
}
