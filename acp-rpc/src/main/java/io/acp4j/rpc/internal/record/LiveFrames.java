package io.acp4j.rpc.internal.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the live peer has sent and the recording has not come to yet. */
public final class LiveFrames implements TransportListener {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFrames.class);
    private static final ObjectMapper MAPPER =
            new ObjectMapper(JsonReader.factory(JsonReader.DEFAULT_MAX_DEPTH, Integer.MAX_VALUE));

    /** How many frames wait; beyond, the oldest is dropped, as the recording has not asked for it in a long time. */
    private static final int MAX_WAITING = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<JsonNode> waiting = new ArrayDeque<>();
    private boolean ended;

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        JsonNode frame;
        try {
            frame = MAPPER.readTree(buffer, offset, length);
        } catch (IOException e) {
            LOG.warn("the live peer sent {} bytes that are no JSON", length);
            return null;
        }
        lock.lock();
        try {
            waiting.add(frame);
            if (waiting.size() > MAX_WAITING) {
                LOG.warn(
                        "the live peer has sent {} frames that the recording does not have; the oldest is dropped",
                        MAX_WAITING);
                waiting.remove();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return null;
    }

    @Override
    public void onFault(FrameError fault) {
        LOG.warn("the live peer sent something that is no frame: {}", fault.problem());
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first frame of a kind, waiting for it; null when none comes in time, or at all. */
    public @Nullable JsonNode take(Predicate<JsonNode> wanted, Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (true) {
                JsonNode found = remove(wanted);
                if (found != null || ended || left <= 0) {
                    return found;
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable JsonNode remove(Predicate<JsonNode> wanted) {
        for (Iterator<JsonNode> all = waiting.iterator(); all.hasNext(); ) {
            JsonNode candidate = all.next();
            if (wanted.test(candidate)) {
                all.remove();
                return candidate;
            }
        }
        return null;
    }

    /** Names what is waiting, without contents. */
    public String describe() {
        lock.lock();
        try {
            return waiting.isEmpty()
                    ? "nothing else"
                    : waiting.stream()
                            .limit(10)
                            .map(frame -> frame.has("method")
                                    ? LogText.of(frame.path("method").asText())
                                    : "a response")
                            .collect(Collectors.joining(", "));
        } finally {
            lock.unlock();
        }
    }
}
