package io.acp4j.transport.http.internal.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of a response, cut off at a limit; with a limit of 0 it is not waited for. */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {

    private final int maxBytes;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription source;

    LimitedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        if (maxBytes == 0) {
            subscription.cancel();
            body.complete(new byte[0]);
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> more) {
        for (ByteBuffer each : more) {
            byte[] part = new byte[Math.min(each.remaining(), maxBytes - bytes.size())];
            each.get(part);
            bytes.write(part, 0, part.length);
        }
        if (bytes.size() == maxBytes && source != null) {
            source.cancel();
            body.complete(bytes.toByteArray());
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
