package io.acp4j.transport.http.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps a response from overtaking the replay before it where they come on two streams, as the proposal has it: what the session
 * tells is already on its way then, so the response waits until the session's stream is silent.
 */
final class ReplayOrder {

    /** How many looks in a row have to find nothing new: looks, not a time, as a busy machine lets time pass without reading. */
    private static final int QUIET_LOOKS = 5;

    private static final long LIMIT_MILLIS = 10_000;

    private static final long STEP_MILLIS = 10;

    private final ClientStreams streams;
    private final Executor workers;
    private final Consumer<byte[]> target;

    ReplayOrder(ClientStreams streams, Executor workers, Consumer<byte[]> target) {
        this.streams = streams;
        this.workers = workers;
        this.target = target;
    }

    /** Hands a response over behind what is on its way on the stream of its session, at once where there is no such stream. */
    void afterStream(String session, byte[] response) {
        attempt(session, response, System.nanoTime(), QUIET_LOOKS);
    }

    private void attempt(String session, byte[] response, long since, int looks) {
        ClientStream stream = streams.find(session);
        if (stream == null || looks == 0 || millisSince(since) >= LIMIT_MILLIS) {
            target.accept(response);
        } else {
            CompletableFuture.delayedExecutor(STEP_MILLIS, TimeUnit.MILLISECONDS, workers)
                    .execute(() -> attempt(
                            session, response, since, stream.idleMillis() < STEP_MILLIS ? QUIET_LOOKS : looks - 1));
        }
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
