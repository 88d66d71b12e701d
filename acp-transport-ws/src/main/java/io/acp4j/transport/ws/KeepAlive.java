package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.CloseCodes;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Watches over one connection: pings a silent peer, and notices one that is gone, does not read, or has nothing to say. */
final class KeepAlive implements Runnable {

    /** A time is kept to within a quarter of the shortest one, but no closer than this. */
    private static final long MIN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long MAX_TICK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Channel channel;
    private final WsLimits limits;
    private final Fail fail;
    private long lastSign = System.nanoTime();
    private volatile long lastMessage = lastSign;
    private long stuckSince;
    private long stuckAt;
    private long pingedAt;
    private boolean pinged;
    private @Nullable ScheduledFuture<?> ticking;

    KeepAlive(Channel channel, WsLimits limits, Fail fail) {
        this.channel = channel;
        this.limits = limits;
        this.fail = fail;
    }

    /** Ends the connection. */
    @FunctionalInterface
    interface Fail {
        void accept(int code, String problem, @Nullable Throwable cause);
    }

    void start() {
        long shortest = LongStream.of(
                        limits.pingInterval().toNanos(),
                        limits.pingInterval().isZero()
                                ? 0
                                : limits.pongTimeout().toNanos(),
                        limits.slowReaderTimeout().toNanos(),
                        limits.idleTimeout().toNanos())
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
        if (shortest > 0) {
            long tick = Math.min(MAX_TICK_NANOS, Math.max(MIN_TICK_NANOS, shortest / 4));
            ticking = channel.eventLoop().scheduleWithFixedDelay(this, tick, tick, TimeUnit.NANOSECONDS);
        }
    }

    void stop() {
        ScheduledFuture<?> ticks = ticking;
        if (ticks != null) {
            ticks.cancel(false);
        }
    }

    /** Takes notice of a sign of life. */
    void alive() {
        lastSign = System.nanoTime();
        pinged = false;
    }

    /** Takes notice of a message, either way; on any thread. */
    void message() {
        lastMessage = System.nanoTime();
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        if (isOver(limits.idleTimeout(), now - lastMessage)) {
            fail.accept(CloseCodes.POLICY, "there was no message for " + limits.idleTimeout(), null);
        } else if (isStuck(now)) {
            fail.accept(
                    CloseCodes.TRY_AGAIN_LATER, "the peer has read nothing for " + limits.slowReaderTimeout(), null);
        } else if (!channel.config().isAutoRead()) {
            // Whoever does not listen cannot expect to hear a pong.
            alive();
        } else if (pinged && now - pingedAt >= limits.pongTimeout().toNanos()) {
            fail.accept(
                    CloseCodes.INTERNAL_ERROR, "the peer did not answer a ping within " + limits.pongTimeout(), null);
        } else if (!pinged && isOver(limits.pingInterval(), now - lastSign)) {
            ping(now);
        }
    }

    private void ping(long now) {
        pinged = true;
        pingedAt = now;
        if (channel.isWritable()) {
            Unwatched.ignore(
                    channel.writeAndFlush(new PingWebSocketFrame(Unpooled.EMPTY_BUFFER), channel.voidPromise()));
        }
    }

    private boolean isStuck(long now) {
        if (channel.isWritable()) {
            stuckSince = 0;
            return false;
        }
        long waiting = channel.bytesBeforeWritable();
        if (stuckSince == 0 || waiting != stuckAt) {
            stuckSince = now;
            stuckAt = waiting;
        }
        return isOver(limits.slowReaderTimeout(), now - stuckSince);
    }

    private static boolean isOver(Duration limit, long nanos) {
        return !limit.isZero() && nanos >= limit.toNanos();
    }
}
