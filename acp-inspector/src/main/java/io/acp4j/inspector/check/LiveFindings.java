package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.tck.conversation.BrokenRequirement;
import io.acp4j.tck.conversation.ConversationCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges the frames of a log while they come, on a thread of its own: what is new is looked at after half a second, and so that
 * no more than a tenth of one processor goes into it. Frames of an earlier connection are judged apart from those of the next.
 */
public final class LiveFindings implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFindings.class);
    private static final long SOON_MILLIS = 500;
    private static final int SHARE = 10;

    private final FrameLog log;
    private final StateBoard board;
    private final String topic;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final List<Long> rows = new ArrayList<>();
    private final List<ObjectNode> earlier = new ArrayList<>();
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "inspector-findings");
        thread.setDaemon(true);
        return thread;
    });
    private ConversationCheck check = ConversationCheck.create();
    private OmissionFinder omissions = new OmissionFinder();
    private long connection;
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
            List<ObjectNode> found = new ArrayList<>(earlier);
            found.addAll(found());
            show(List.copyOf(found));
        } catch (RuntimeException e) {
            LOG.warn("the frames could not be judged", e);
        }
        lastMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private void take(FrameRow row) {
        long begins = log.connectionOf(row.number());
        if (begins != connection) {
            earlier.addAll(found());
            connection = begins;
            check = ConversationCheck.create();
            omissions = new OmissionFinder();
            rows.clear();
        }
        byte[] bytes = row.direction() == null ? null : log.bytes(row.number());
        if (bytes != null) {
            if (check.add(row.direction() == Direction.OUTBOUND, bytes)) {
                omissions.add(row.direction() == Direction.OUTBOUND, bytes, rows.size());
                rows.add(row.number());
            } else {
                isCut = true;
            }
        }
    }

    private List<ObjectNode> found() {
        List<BrokenRequirement> broken = new ArrayList<>(check.broken());
        broken.addAll(omissions.found());
        return Redacted.without(broken, index -> log.bytes(rows.get(index))).stream()
                .map(each -> FindingJson.of(each, rows.get(each.message())))
                .toList();
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
