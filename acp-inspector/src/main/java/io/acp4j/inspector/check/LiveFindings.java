package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.StateBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges the frames of a log as they arrive, on a separate thread. New frames are judged after half a second, with at most a tenth of
 * one processor. Each connection is judged separately.
 */
public final class LiveFindings implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFindings.class);
    private static final long SOON_MILLIS = 500;
    private static final int SHARE = 10;

    /** Maximum number of connections whose late frames are still judged. */
    private static final int MAX_CONNECTIONS = 8;

    /** Maximum number of findings of earlier connections. */
    private static final int MAX_EARLIER = 1_000;

    private final FrameLog log;
    private final StateBoard board;
    private final String topic;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final Map<Integer, ConnectionFindings> connections = new TreeMap<>();
    private final List<ObjectNode> earlier = new ArrayList<>();
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "inspector-findings");
        thread.setDaemon(true);
        return thread;
    });
    private int oldest;
    private long next;
    private long lastMillis;
    private boolean isCut;

    /**
     * Begins to judge.
     *
     * @param log the frames
     * @param board shows the findings
     * @param topic its topic there
     */
    public LiveFindings(FrameLog log, StateBoard board, String topic) {
        this.log = log;
        this.board = board;
        this.topic = topic;
        show(List.of());
        log.onRow(row -> schedule());
        schedule();
    }

    private void schedule() {
        if (isScheduled.compareAndSet(false, true)) {
            try {
                var unused =
                        worker.schedule(this::judge, Math.max(SOON_MILLIS, SHARE * lastMillis), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("the findings have ended", e);
            }
        }
    }

    private void judge() {
        isScheduled.set(false);
        long start = System.nanoTime();
        try {
            long end = log.end();
            next = Math.max(next, log.first());
            while (next < end) {
                FrameRow row = log.row(next);
                if (row != null) {
                    take(row);
                }
                next++;
            }
            forget();
            List<ObjectNode> found = new ArrayList<>(earlier);
            connections.values().forEach(each -> found.addAll(each.found()));
            show(List.copyOf(found));
        } catch (RuntimeException e) {
            LOG.warn("the frames could not be judged", e);
        }
        lastMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** Removes the findings of earlier connections whose frames are no longer kept, and the oldest above the limit. */
    private void forget() {
        long first = log.first();
        earlier.removeIf(finding -> finding.path("frame").asLong() < first);
        if (earlier.size() > MAX_EARLIER) {
            earlier.subList(0, earlier.size() - MAX_EARLIER).clear();
            isCut = true;
        }
    }

    private void take(FrameRow row) {
        byte[] bytes = row.direction() == null ? null : log.bytes(row.number());
        if (bytes == null) {
            return;
        }
        if (row.connection() < oldest) {
            isCut = true;
            return;
        }
        ConnectionFindings connection =
                connections.computeIfAbsent(row.connection(), unused -> new ConnectionFindings(log));
        isCut |= !connection.add(row, bytes);
        if (connections.size() > MAX_CONNECTIONS) {
            int eldest = connections.keySet().iterator().next();
            oldest = eldest + 1;
            earlier.addAll(Objects.requireNonNull(connections.remove(eldest)).found());
            forget();
        }
    }

    private void show(List<ObjectNode> found) {
        boolean cut = isCut;
        board.put(topic, () -> {
            ObjectNode node = JsonNodeFactory.instance.objectNode().put("cut", cut);
            ArrayNode list = node.putArray("findings");
            found.forEach(list::add);
            return node;
        });
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
