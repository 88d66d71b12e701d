package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.EventStream;
import io.acp4j.tck.internal.http.ResponseHead;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One stream of events, and all that has come on it; a scenario ends when that is more than is kept. */
public final class HttpEvents implements EventStream.Sink {

    /** Bytes of events that are kept. */
    private static final long MAX_BYTES = 16L * 1024 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<JsonNode> messages = new ArrayList<>();
    private final ResponseHead head;
    private final Waits waits;
    private final Consumer<String> made;
    private long bytes;
    private int comments;
    private @Nullable String end;

    /** Collects what comes; is told the ids of sessions that responses tell. */
    HttpEvents(ResponseHead head, Waits waits, Consumer<String> made) {
        this.head = head;
        this.waits = waits;
        this.made = made;
    }

    /** Returns the head of the response that the stream is the body of. */
    public ResponseHead head() {
        return head;
    }

    @Override
    public void event(byte[] data) {
        JsonNode message;
        try {
            message = Json.read(data);
        } catch (IOException e) {
            message = obj("noJson", true);
        }
        JsonNode read = message;
        if (read.at("/result/sessionId").isTextual()) {
            made.accept(read.at("/result/sessionId").asText());
        }
        change(() -> {
            bytes += data.length;
            if (bytes <= MAX_BYTES) {
                messages.add(read);
            }
        });
    }

    @Override
    public void comment() {
        change(() -> comments++);
    }

    @Override
    public void ended(String reason) {
        change(() -> end = reason);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns all messages that have come. */
    public List<JsonNode> messages() {
        lock.lock();
        try {
            checkWhole();
            return List.copyOf(messages);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a message, whenever it came; null when it did not. */
    public @Nullable JsonNode await(Predicate<JsonNode> wanted) throws InterruptedException {
        AtomicInteger looked = new AtomicInteger();
        return await(each -> each.find(wanted, looked), waits.response());
    }

    private @Nullable JsonNode find(Predicate<JsonNode> wanted, AtomicInteger looked) {
        while (looked.get() < messages.size()) {
            JsonNode message = messages.get(looked.getAndIncrement());
            if (wanted.test(message)) {
                return message;
            }
        }
        return null;
    }

    /** Waits for the response to a request; null when it did not come. */
    public @Nullable JsonNode awaitResponse(Object id) throws InterruptedException {
        JsonNode same = Json.node(id);
        return await(message -> !message.has("method") && message.path("id").equals(same));
    }

    /** Waits for a comment; false when none came. */
    public boolean awaitComment() throws InterruptedException {
        return await(each -> each.comments > 0 ? each : null, waits.response()) != null;
    }

    /** Returns whether the stream has ended. */
    public boolean hasEnded() {
        lock.lock();
        try {
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the stream; false when it has not come. */
    public boolean awaitEnd() throws InterruptedException {
        return await(each -> each.end == null ? null : each.end, waits.response()) != null;
    }

    /** Waits so long for the end of the stream, whatever else comes on it; false when it has not come, which may be right. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limit.toNanos();
            while (end == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    private void checkWhole() {
        if (bytes > MAX_BYTES) {
            throw new NotTestable(
                    "the server sends more than the " + MAX_BYTES + " bytes that are kept of a stream of events");
        }
    }

    private <T> @Nullable T await(Function<HttpEvents, @Nullable T> search, Duration silence)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            int seen = messages.size();
            long left = silence.toNanos();
            while (true) {
                T found = search.apply(this);
                if (found != null) {
                    return found;
                }
                checkWhole();
                if (end != null) {
                    return null;
                }
                if (left <= 0) {
                    waits.recordTimeout();
                    return null;
                }
                left = changed.awaitNanos(left);
                if (messages.size() > seen) {
                    seen = messages.size();
                    left = silence.toNanos();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
