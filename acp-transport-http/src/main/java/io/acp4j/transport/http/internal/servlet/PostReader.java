package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.Body;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.http.internal.server.RequestHead;
import io.acp4j.transport.http.internal.server.RequestRules;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.http.internal.server.Timer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a client posts, as it comes, and responds. What is too long is read to its end, if that comes soon, and dropped: a client
 * whose connection is closed while it sends might not see the response.
 *
 * <p>A container uses its objects again for the next request as soon as this one has ended: it has to wait for a response that is just
 * being sent, and none is sent from then on.
 */
final class PostReader implements ReadListener, AsyncListener {

    private static final int BUFFER_BYTES = 8 * 1024;

    /** How long a client whose request was refused may go on sending it, so that it reads the response. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RequestRules rules;
    private final RequestHead head;
    private final String principal;
    private final Timer timer;
    private final Body body;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final AtomicBoolean responded = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private @Nullable AsyncContext context;
    private @Nullable ServletInputStream in;
    private volatile @Nullable Reply refusal;
    private volatile @Nullable ScheduledFuture<?> timeout;

    PostReader(RequestRules rules, RequestHead head, String principal, Timer timer) {
        this.rules = rules;
        this.head = head;
        this.principal = principal;
        this.timer = timer;
        this.body = new Body(rules.connections());
    }

    /**
     * Begins to read; called once.
     *
     * @param early what is responded whatever is posted; null for nothing
     */
    void start(
            HttpServletRequest request, HttpServletResponse response, ServingSettings settings, @Nullable Reply early)
            throws IOException {
        AsyncContext started = request.startAsync(request, response);
        // It may be held for as long as the agent needs; how long the client may take is watched here.
        started.setTimeout(0);
        started.addListener(this);
        context = started;
        if (early == null) {
            respondAfter(settings.requestTimeout().toNanos(), Reply.text(408, "the request was not sent in time"));
        } else {
            refuse(early);
        }
        ServletInputStream input = request.getInputStream();
        in = input;
        input.setReadListener(this);
    }

    private void respondAfter(long nanos, Reply reply) {
        stopTimeout();
        try {
            timeout = timer.executor().schedule(() -> respond(reply), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            respond(Reply.text(503, "the server shuts down"));
        }
    }

    private void refuse(Reply reply) {
        refusal = reply;
        release();
        respondAfter(LINGER_NANOS, reply);
    }

    @Override
    public void onDataAvailable() throws IOException {
        ServletInputStream from = Objects.requireNonNull(in);
        while (!responded.get() && from.isReady() && !from.isFinished()) {
            int read = from.read(buffer);
            if (read < 0) {
                return;
            }
            if (refusal == null) {
                add(ByteBuffer.wrap(buffer, 0, read));
            }
        }
    }

    private void add(ByteBuffer content) {
        switch (body.add(content)) {
            case TOO_LONG ->
                refuse(Reply.text(
                        413,
                        "the message is longer than "
                                + rules.connections().limits().maxMessageBytes() + " bytes"));
            case NO_ROOM ->
                refuse(Reply.text(503, "too much is being received; try again").with("retry-after", "1"));
            case ADDED -> rules.receiving(head, principal);
        }
    }

    @Override
    public void onAllDataRead() {
        stopTimeout();
        Reply refused = refusal;
        if (refused != null) {
            respond(refused);
        } else if (!responded.get()) {
            rules.post(head, principal, body.whole(), timer, this::respond);
        }
    }

    private synchronized void respond(Reply reply) {
        if (responded.compareAndSet(false, true)) {
            stopTimeout();
            release();
            Replies.send(reply, Objects.requireNonNull(context));
        }
    }

    private void stopTimeout() {
        ScheduledFuture<?> running = timeout;
        if (running != null) {
            running.cancel(false);
        }
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            body.release();
        }
    }

    private synchronized void end() {
        stopTimeout();
        release();
        if (responded.compareAndSet(false, true)) {
            Replies.complete(Objects.requireNonNull(context));
        }
    }

    /** The body broke off. */
    @Override
    public void onError(Throwable cause) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public synchronized void onComplete(AsyncEvent event) {
        responded.set(true);
        stopTimeout();
        release();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Only once.
    }
}
