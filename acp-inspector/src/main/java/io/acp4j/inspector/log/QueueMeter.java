package io.acp4j.inspector.log;

import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.CloseReason;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Measures how many bytes wait on a connection, as the connection itself counts them: with each frame, and ten times a second, since a
 * queue that is stuck has no frames. Safe for use by many threads.
 */
public final class QueueMeter implements ConnectionObserver, AutoCloseable {

    private static final long EVERY_MILLIS = 100;

    private final FrameLog log;
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "inspector-queues");
        thread.setDaemon(true);
        return thread;
    });
    private final Runnable changed;
    private final AtomicBoolean isNews = new AtomicBoolean();
    private volatile ConnectionObserver.@Nullable Load load;

    /**
     * Begins to measure.
     *
     * @param log keeps what is measured
     * @param changed is run when other numbers of bytes wait than before, ten times a second at most
     */
    public QueueMeter(FrameLog log, Runnable changed) {
        this.log = log;
        this.changed = changed;
        var unused = worker.scheduleWithFixedDelay(this::measure, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public ConnectionListener opened(ConnectionObserver.Load opened) {
        load = opened;
        measured(0, 0);
        return new ConnectionListener() {
            @Override
            public void frame(WireListener.Direction direction, int bytes) {
                measure(opened);
            }

            @Override
            public void closed(CloseReason reason) {
                if (opened.equals(load)) {
                    load = null;
                    measured(0, 0);
                }
            }
        };
    }

    private void measure() {
        ConnectionObserver.Load now = load;
        if (now != null) {
            measure(now);
        }
        if (isNews.getAndSet(false)) {
            changed.run();
        }
    }

    private void measure(ConnectionObserver.Load now) {
        measured(now.queuedInboundBytes(), now.queuedOutboundBytes());
    }

    private void measured(long inbound, long outbound) {
        if (log.queued(inbound, outbound)) {
            isNews.set(true);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
