package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.http.HttpLimits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/**
 * Watches over one connection: shows its streams to be alive, and notices a client that does not read or is gone. A client is late
 * only while this program runs: what passes between two looks counts as two periods at most.
 */
final class ConnectionWatch implements Runnable {

    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_STREAM_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long MAX_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final HttpLimits limits;
    private final EventStreams streams;
    private final Client client;
    private final long period;
    private long lastLook;
    private long streamless;
    private long silent;
    private long unanswered;
    private boolean isPinged;
    private final AtomicBoolean wasActive = new AtomicBoolean();
    private volatile boolean respondsToPings;

    /** The client of the connection. */
    interface Client {

        /** Returns true while requests of the client are held, so that it cannot send others. */
        boolean isHeld();

        /** Sends a ping, for which the stream of the connection must be open. */
        void ping();

        /** Ends the connection. */
        void lost(String problem);
    }

    ConnectionWatch(HttpLimits limits, EventStreams streams, Client client) {
        this.limits = limits;
        this.streams = streams;
        this.client = client;
        long shortest = LongStream.of(
                        limits.keepAliveInterval().toNanos(),
                        limits.keepAliveInterval().isZero()
                                ? 0
                                : limits.keepAliveTimeout().toNanos(),
                        limits.slowReaderTimeout().toNanos(),
                        limits.streamlessTimeout().toNanos())
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
        this.period = shortest == 0 ? 0 : Math.min(MAX_PERIOD_NANOS, Math.max(MIN_PERIOD_NANOS, shortest / 4));
    }

    /** Returns the maximum silence of an event stream, in nanoseconds; 0 for no limit. */
    static long streamSilenceNanos(HttpLimits limits) {
        // A client with the default limits notices the silence of a server with a long interval after 50 s.
        return Math.min(limits.keepAliveInterval().toNanos() / 2, MAX_STREAM_SILENCE_NANOS);
    }

    /** Returns the period of this task, in nanoseconds; 0 disables the task. */
    long periodNanos() {
        return period;
    }

    void begin() {
        lastLook = System.nanoTime();
    }

    /** Notes that the client has sent something; on any thread. */
    void active() {
        wasActive.set(true);
    }

    /** Records that the client responds to pings, after it has stated so or has responded to one. */
    void respondsToPings() {
        respondsToPings = true;
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        long passed = Math.min(now - lastLook, 2 * period);
        lastLook = now;
        boolean isActive = wasActive.getAndSet(false);
        streamless = streams.carried() > 0 || isActive ? 0 : streamless + passed;
        if (isOver(limits.streamlessTimeout(), streamless)) {
            client.lost("no event stream was open for " + DurationText.of(limits.streamlessTimeout()));
            return;
        }
        streams.forgetClosed();
        long silence = streamSilenceNanos(limits);
        boolean isStuck = false;
        for (EventStream each : streams.all()) {
            long stuck = each.stuckNanos(passed);
            if (isOver(limits.slowReaderTimeout(), stuck)) {
                client.lost("the client has read nothing for " + DurationText.of(limits.slowReaderTimeout())
                        + " while something was waiting for it");
                return;
            }
            isStuck |= stuck > 0 && !limits.slowReaderTimeout().isZero();
            EventResponse response = each.response();
            if (silence > 0 && response != null) {
                response.keepAlive(silence);
            }
        }
        // A client that does not read receives no ping; another limit applies to it.
        lookForSigns(isActive || client.isHeld() || isStuck, passed);
    }

    private void lookForSigns(boolean isAlive, long passed) {
        if (isAlive) {
            silent = 0;
            isPinged = false;
            return;
        }
        silent += passed;
        if (isPinged) {
            unanswered += passed;
            if (respondsToPings && unanswered >= limits.keepAliveTimeout().toNanos()) {
                client.lost("the client has shown no sign of life for "
                        + DurationText.of(limits.keepAliveInterval().plus(limits.keepAliveTimeout())));
            }
        } else if (isOver(limits.keepAliveInterval(), silent) && streams.isConnectionCarried()) {
            isPinged = true;
            unanswered = 0;
            client.ping();
        }
    }

    private static boolean isOver(Duration limit, long nanos) {
        return !limit.isZero() && nanos >= limit.toNanos();
    }
}
