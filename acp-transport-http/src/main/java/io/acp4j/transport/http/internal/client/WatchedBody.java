package io.acp4j.transport.http.internal.client;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * The body of a request that notes when the HTTP client has last asked for more of it, which it does as the server takes what is sent.
 * Some of what the client has got already may still be in its buffers.
 */
final class WatchedBody implements HttpRequest.BodyPublisher {

    private final HttpRequest.BodyPublisher body;
    private volatile long asked = System.nanoTime();
    private volatile boolean handedOver;

    WatchedBody(byte[] body) {
        this.body = HttpRequest.BodyPublishers.ofByteArray(body);
    }

    /** Returns for how long nothing of the body has been asked for, in nanoseconds. */
    long idleNanos() {
        return System.nanoTime() - asked;
    }

    /** Returns whether the HTTP client has got all of the body. */
    boolean isHandedOver() {
        return handedOver;
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscriber.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long n) {
                        asked = System.nanoTime();
                        subscription.request(n);
                    }

                    @Override
                    public void cancel() {
                        subscription.cancel();
                    }
                });
            }

            @Override
            public void onNext(ByteBuffer part) {
                subscriber.onNext(part);
            }

            @Override
            public void onError(Throwable failure) {
                subscriber.onError(failure);
            }

            @Override
            public void onComplete() {
                handedOver = true;
                subscriber.onComplete();
            }
        });
    }
}
