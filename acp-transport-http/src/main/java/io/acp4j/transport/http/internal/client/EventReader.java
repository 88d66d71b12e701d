package io.acp4j.transport.http.internal.client;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads one stream of events: as much at a time as there is room for. */
final class EventReader implements HttpResponse.BodySubscriber<@Nullable Void>, EventParser.Sink {

    private final ClientStream stream;
    private final EventParser parser;
    private final CompletableFuture<@Nullable Void> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription source;
    private volatile long lastBytes = System.nanoTime();
    private volatile boolean reading;
    private volatile boolean hasKeepAlive;
    private volatile String lastComment = "";
    private boolean ended;

    EventReader(ClientStream stream, int maxMessageBytes) {
        this.stream = stream;
        this.parser = new EventParser(maxMessageBytes, this);
    }

    /** Complete at the end of the stream: what the JDK does not tell its reader of, it tells the stage of the response. */
    @Override
    public CompletionStage<@Nullable Void> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        boolean cancelled;
        synchronized (this) {
            source = subscription;
            cancelled = ended;
        }
        if (cancelled) {
            subscription.cancel();
        } else {
            requestMore();
        }
    }

    /** Goes on reading. */
    void requestMore() {
        Flow.Subscription from;
        synchronized (this) {
            from = ended ? null : source;
        }
        if (from != null) {
            lastBytes = System.nanoTime();
            reading = true;
            from.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
        reading = false;
        lastBytes = System.nanoTime();
        try {
            for (ByteBuffer each : bytes) {
                parser.feed(each);
            }
        } catch (EventParser.TooLongException e) {
            cancel();
            stream.tooLong();
            return;
        }
        stream.goOn(this);
    }

    @Override
    public void onError(Throwable failure) {
        if (end()) {
            stream.ended(this, failure);
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            stream.ended(this, null);
        }
    }

    private boolean end() {
        boolean first;
        synchronized (this) {
            first = !ended;
            ended = true;
        }
        body.complete(null);
        return first;
    }

    /** Stops reading; nobody is told. */
    void cancel() {
        Flow.Subscription from;
        synchronized (this) {
            ended = true;
            from = source;
        }
        if (from != null) {
            from.cancel();
        }
        body.complete(null);
    }

    /** Returns for how long nothing has come although it was waited for; 0 where the server has not shown that it sends signs of life. */
    long silentNanos() {
        return hasKeepAlive && reading ? System.nanoTime() - lastBytes : 0;
    }

    /** Returns for how long nothing has come although it was waited for. */
    long idleMillis() {
        return reading ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastBytes) : 0;
    }

    /** Returns what the server has said last beside its messages. */
    String lastComment() {
        return lastComment;
    }

    @Override
    public void event(byte[] data) {
        stream.received(data);
    }

    @Override
    public void tooLong(byte[] data, int length) {
        stream.refused(data, length);
    }

    @Override
    public void comment(String text) {
        hasKeepAlive = true;
        if (!text.isBlank()) {
            lastComment = text.strip();
        }
    }

    @Override
    public void id(String id) {
        stream.seen(id);
    }
}
