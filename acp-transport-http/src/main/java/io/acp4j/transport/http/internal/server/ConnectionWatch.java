package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.http.HttpLimits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Watches over one connection: shows its streams to be alive, and notices a client that does not read or is gone. A client is late
 * only while this program runs: what passes between two looks counts as two periods at most.
 */
final class ConnectionWatch implements Runnable {

    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HttpLimits limits;
    private final EventStreams streams;
    private final Consumer<String> lost;
    private final long period;
    private long lastLook;
    private long streamless;
    private volatile boolean wasActive;

    /**
     * Creates the watch.
     *
     * @param lost told why the connection has to end
     */
    ConnectionWatch(HttpLimits limits, EventStreams streams, Consumer<String> lost) {
        this.limits = limits;
        this.streams = streams;
        this.lost = lost;
        long shortest = LongStream.of(
                        limits.keepAliveInterval().toNanos(),
                        limits.slowReaderTimeout().toNanos(),
                        limits.streamlessTimeout().toNanos())
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
        this.period = shortest == 0 ? 0 : Math.min(MAX_PERIOD_NANOS, Math.max(MIN_PERIOD_NANOS, shortest / 4));
    }

    /** Returns how often this is to be run; 0 for never. */
    long periodNanos() {
        return period;
    }

    void begin() {
        lastLook = System.nanoTime();
    }

    /** Notes that the client has sent something; on any thread. */
    void active() {
        wasActive = true;
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        long passed = Math.min(now - lastLook, 2 * period);
        lastLook = now;
        streamless = streams.carried() > 0 || wasActive ? 0 : streamless + passed;
        wasActive = false;
        if (isOver(limits.streamlessTimeout(), streamless)) {
            lost.accept("no event stream was open for " + DurationText.of(limits.streamlessTimeout()));
            return;
        }
        streams.forgetClosed();
        long keepAlive = limits.keepAliveInterval().toNanos();
        for (EventStream each : streams.all()) {
            if (isOver(limits.slowReaderTimeout(), each.stuckNanos(passed))) {
                lost.accept("the client has read nothing for " + DurationText.of(limits.slowReaderTimeout())
                        + " while something was waiting for it");
                return;
            }
            EventResponse response = each.response();
            if (keepAlive > 0 && response != null) {
                response.keepAlive(keepAlive);
            }
        }
    }

    private static boolean isOver(Duration limit, long nanos) {
        return !limit.isZero() && nanos >= limit.toNanos();
    }
}
