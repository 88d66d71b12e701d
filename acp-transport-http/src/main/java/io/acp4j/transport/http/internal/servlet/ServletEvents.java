package io.acp4j.transport.http.internal.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.transport.http.internal.server.EventResponse;
import io.acp4j.transport.http.internal.server.EventStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One response of a container that carries a stream of events. It is written by one thread at a time: the one that finds something to do
 * while nobody writes has a worker do it, or does it on the container's own thread; each operation waits until the container says that
 * it will not block. So a sender's thread, which may be interrupted, never touches the socket.
 *
 * <p>A container uses its objects again for the next request as soon as this one has ended, so nothing of them may be touched from then
 * on, not even in the moment of the end: they are used with a lock held for which a container that ends the request has to wait. That is
 * not for long, as no operation blocks.
 */
final class ServletEvents implements EventResponse, WriteListener, AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(ServletEvents.class);

    /** How many bytes are handed to the container at a time; a client that reads as much is not stuck. */
    private static final int PIECE_BYTES = 16 * 1024;

    private static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);
    private static final byte[] EMPTY_LINE = "\n".getBytes(UTF_8);

    private final EventStream stream;
    private final Executor workers;
    private final ServletOutputStream out;
    private final Consumer<EventResponse> onEnd;
    /** Held while the container's objects are used. */
    private final Object using = new Object();

    private final AtomicInteger work = new AtomicInteger();
    private final AtomicInteger progress = new AtomicInteger();
    private volatile @Nullable AsyncContext context;
    /** Whether the container would tell by itself that it takes more; false while it will. */
    private volatile boolean possible;

    private volatile long lastWrite = System.nanoTime();
    /** Text to write between events, unless an event is written first. */
    private volatile byte @Nullable [] due;

    private volatile boolean finishing;
    private volatile boolean ending;
    private volatile boolean cutting;
    private volatile boolean ended;
    private volatile @Nullable String farewell;

    // For the thread that writes.
    private byte[] piece = new byte[0];
    private int length;
    private boolean flushed;
    private boolean saidFarewell;

    // For the thread that watches.
    private long stuckNanos;
    private int stuckAt;

    /**
     * Creates the response.
     *
     * @param onEnd told, maybe more than once, that it no longer carries the stream
     */
    ServletEvents(EventStream stream, Executor workers, ServletOutputStream out, Consumer<EventResponse> onEnd) {
        this.stream = stream;
        this.workers = workers;
        this.out = out;
        this.onEnd = onEnd;
    }

    /** Begins to write; called once, when this carries the stream. */
    void start(HttpServletRequest request, HttpServletResponse response) {
        try {
            synchronized (using) {
                AsyncContext started = request.startAsync(request, response);
                started.setTimeout(0);
                started.addListener(this);
                context = started;
                out.setWriteListener(this);
            }
        } catch (RuntimeException e) {
            ended = true;
            onEnd.accept(this);
            throw e;
        }
    }

    @Override
    public void drain() {
        if (work.getAndIncrement() == 0) {
            workers.execute(this::write);
        }
    }

    @Override
    public void onWritePossible() {
        possible = true;
        progress.incrementAndGet();
        if (work.getAndIncrement() == 0) {
            write();
        }
    }

    private void write() {
        int seen;
        do {
            seen = work.get();
            synchronized (using) {
                if (!ended) {
                    writeOrComplete();
                }
            }
        } while (!work.compareAndSet(seen, 0));
    }

    private void writeOrComplete() {
        try {
            writeWhilePossible();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The reader of an event stream is gone", e);
            complete();
        }
    }

    private void writeWhilePossible() throws IOException {
        if (cutting) {
            // Before the request is asynchronous there is nothing to complete; the container then says that it takes
            // something.
            if (context != null) {
                complete();
            }
            return;
        }
        // One operation each time that the container is ready.
        while (possible && isReady()) {
            byte[] text = due;
            if (!ending && stream.next(this, PIECE_BYTES, this::fill)) {
                out.write(piece, 0, length);
                wrote();
            } else if ((ending || (finishing && stream.isFinished())) && !saidFarewell) {
                saidFarewell = true;
                String last = farewell;
                if (last != null && !last.isEmpty() && stream.isBetweenEvents()) {
                    out.write((": " + last + "\n\n").getBytes(UTF_8));
                    wrote();
                }
            } else if (text != null && !saidFarewell && stream.isBetweenEvents()) {
                out.write(text);
                wrote();
            } else if (!flushed) {
                flushed = true;
                out.flush();
            } else {
                if (saidFarewell) {
                    complete();
                }
                return;
            }
        }
    }

    private boolean isReady() {
        // The container may call from the moment on at which it says no.
        possible = false;
        boolean ready = out.isReady();
        if (ready) {
            possible = true;
        }
        return ready;
    }

    private void wrote() {
        flushed = false;
        due = null;
        lastWrite = System.nanoTime();
        progress.incrementAndGet();
    }

    /** Copies, as the container may take its time with what it is given. */
    private void fill(byte[] bytes, int offset, int count) {
        if (piece.length < count) {
            piece = new byte[Math.max(count, Math.min(PIECE_BYTES, 2 * count))];
        }
        System.arraycopy(bytes, offset, piece, 0, count);
        length = count;
    }

    private void complete() {
        ended = true;
        // Before the client can know of the end and ask for the stream again.
        onEnd.accept(this);
        AsyncContext carrying = context;
        if (carrying != null) {
            Replies.complete(carrying);
        }
    }

    @Override
    public void finish(String comment) {
        farewell = comment;
        finishing = true;
        drain();
    }

    @Override
    public void end(String comment) {
        farewell = comment;
        ending = true;
        drain();
    }

    @Override
    public void cut() {
        cutting = true;
        drain();
    }

    @Override
    public void begin(boolean isKeptAlive) {
        due = isKeptAlive ? COMMENT : EMPTY_LINE;
        drain();
    }

    @Override
    public void keepAlive(long afterNanos) {
        if (System.nanoTime() - lastWrite >= afterNanos) {
            due = COMMENT;
            drain();
        }
    }

    @Override
    public long stuckNanos(long passed) {
        int now = progress.get();
        stuckNanos = !possible && !ended && now == stuckAt ? stuckNanos + passed : 0;
        stuckAt = now;
        return stuckNanos;
    }

    /** Completes the request on the container's thread, which does so itself when it is not done by then. */
    private void cutNow() {
        cutting = true;
        synchronized (using) {
            if (!ended) {
                complete();
            }
        }
    }

    @Override
    public void onError(Throwable cause) {
        LOG.debug("The reader of an event stream is gone", cause);
        cutNow();
    }

    @Override
    public void onError(AsyncEvent event) {
        LOG.debug("The reader of an event stream is gone", event.getThrowable());
        cutNow();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        cutNow();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        synchronized (using) {
            ended = true;
        }
        onEnd.accept(this);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Only once.
    }
}
