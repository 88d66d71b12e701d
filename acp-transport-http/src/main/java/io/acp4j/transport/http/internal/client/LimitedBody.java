package io.acp4j.transport.http.internal.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, cut off at a limit. One that matters less than the head of its response ends with what has come of it when it
 * fails, or its reader has waited long enough. With a limit of 0 it is not waited for: what still comes is dropped, so that the socket can
 * be used again, but neither much of it nor for long.
 */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {

    private static final int MAX_DROPPED_BYTES = 64 * 1024;

    /** How long a body may take to end that matters less than its head: 10 s. */
    static final int MAX_SECONDS = 10;

    private final int maxBytes;
    private final boolean matters;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile Flow.@Nullable Subscription source;
    private int dropped;

    private LimitedBody(int maxBytes, boolean matters) {
        this.maxBytes = maxBytes;
        this.matters = matters;
    }

    /** Makes a body without which its response is worth nothing. */
    static LimitedBody needed(int maxBytes) {
        return new LimitedBody(maxBytes, true);
    }

    /** Makes a body that adds to what the head says. */
    static LimitedBody added(int maxBytes) {
        return new LimitedBody(maxBytes, false);
    }

    /** Makes a body that nobody wants. */
    static LimitedBody dropped() {
        return new LimitedBody(0, false);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    /** Ends it with what has come. */
    void cutOff() {
        Flow.Subscription from = source;
        if (from != null) {
            from.cancel();
        }
        body.complete(bytes.toByteArray());
        end.complete(null);
    }

    /** Ends it with a failure, or with what has come when that is enough. */
    void fail(Throwable failure) {
        if (matters) {
            body.completeExceptionally(failure);
            end.complete(null);
        } else {
            cutOff();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        if (maxBytes == 0) {
            body.complete(new byte[0]);
            // Not cancelled here: Java 17 may give a socket to the next request whose response was cancelled at its
            // head.
            var unused =
                    end.completeOnTimeout(null, MAX_SECONDS, TimeUnit.SECONDS).thenRun(subscription::cancel);
        }
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> more) {
        if (maxBytes == 0) {
            drop(more);
            return;
        }
        for (ByteBuffer each : more) {
            byte[] part = new byte[Math.min(each.remaining(), maxBytes - bytes.size())];
            each.get(part);
            bytes.write(part, 0, part.length);
        }
        if (bytes.size() == maxBytes) {
            cutOff();
        }
    }

    private void drop(List<ByteBuffer> more) {
        for (ByteBuffer each : more) {
            dropped += each.remaining();
        }
        if (dropped > MAX_DROPPED_BYTES) {
            end.complete(null);
        }
    }

    @Override
    public void onError(Throwable failure) {
        fail(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
        end.complete(null);
    }
}
