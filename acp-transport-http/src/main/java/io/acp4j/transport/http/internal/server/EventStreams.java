package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.transport.http.HttpLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The streams of one connection: one of its own, and one for each session. Safe for use by any number of threads. */
public final class EventStreams {

    /** Maximum pause between repeated requests for a stream that is in use, as a multiple of the maximum silence of a stream. */
    private static final int INSISTENT = 2;

    private final HttpLimits limits;
    private final OutputBudget budget;
    private final EventStream connection;
    private final Map<String, EventStream> sessions = new LinkedHashMap<>();
    /** By stream, and gone with it: streams are the same only if they are identical. */
    private final Map<EventStream, Conflict> conflicts = new WeakHashMap<>();

    /** Total size of the events that are kept for a returning client. */
    private final AtomicLong kept = new AtomicLong();

    private final AtomicInteger carried = new AtomicInteger();
    private @Nullable CloseReason ended;

    EventStreams(HttpLimits limits) {
        this.limits = limits;
        this.budget = new OutputBudget(limits.maxQueuedBytesInAll());
        this.connection = stream();
    }

    /** Since when a stream is asked for that is taken, and when it was asked for last. */
    private record Conflict(long since, long last) {}

    private EventStream stream() {
        ReplayWindow window = new ReplayWindow(limits.replayBytes(), limits.maxQueuedBytesInAll(), kept);
        return new EventStream(limits.maxQueuedBytes(), window, budget);
    }

    /**
     * Returns a stream, which is there until {@link EventStream#unuse} is called, or {@link #attach}.
     *
     * @param session its session; empty for that of the connection
     * @return null when there are too many and none that can be let go of
     */
    synchronized @Nullable EventStream use(String session) {
        EventStream found = session.isEmpty() ? connection : sessions.get(session);
        if (found == null) {
            if (sessions.size() >= limits.maxStreams()) {
                makeRoom();
            }
            if (sessions.size() >= limits.maxStreams()) {
                return null;
            }
            found = stream();
            sessions.put(session, found);
            CloseReason reason = ended;
            if (reason != null) {
                found.breakOff(reason);
            }
        }
        found.use();
        return found;
    }

    /** Lets go of all streams that nobody would miss, or of the oldest one that only keeps events for a client that may come back. */
    private void makeRoom() {
        removeIf(EventStream::isIdle);
        Iterator<EventStream> oldest = sessions.values().iterator();
        while (sessions.size() >= limits.maxStreams() && oldest.hasNext()) {
            EventStream stream = oldest.next();
            if (stream.isEmptyAndUnread()) {
                oldest.remove();
                stream.forget();
            }
        }
    }

    /** Is told whether a session is closed, whose stream is let go of when it has been read. */
    synchronized void over(String session, boolean closed) {
        EventStream found = sessions.get(session);
        if (found != null) {
            found.over(closed);
        }
    }

    /** Lets go of the streams of sessions that are closed. */
    synchronized void forgetClosed() {
        removeIf(EventStream::isOverAndIdle);
    }

    private void removeIf(Predicate<EventStream> isUnused) {
        sessions.values().removeIf(stream -> {
            boolean isRemoved = isUnused.test(stream);
            if (isRemoved) {
                stream.forget();
            }
            return isRemoved;
        });
    }

    synchronized List<EventStream> all() {
        List<EventStream> all = new ArrayList<>(sessions.values());
        all.add(connection);
        return all;
    }

    /**
     * Attaches a response to a stream. A response that is already attached keeps the stream, with two exceptions. The new request names the
     * last event, or the client has requested the stream repeatedly for as long as the detection of a lost stream takes.
     *
     * @param stream the stream, from {@link #use}, which ends with this
     */
    public synchronized EventStream.Attachment attach(EventStream stream, EventResponse response, long lastSeen) {
        stream.unuse();
        EventStream.Attachment outcome = stream.attach(response, lastSeen);
        // A client that names its last event has lost the stream. A container may detect this late.
        if (outcome == EventStream.Attachment.TAKEN && (lastSeen >= 0 || isInsistent(stream))) {
            EventResponse before = stream.response();
            if (before != null) {
                detach(stream, before);
                before.cut();
            }
            outcome = stream.attach(response, lastSeen);
        }
        if (outcome == EventStream.Attachment.DONE) {
            conflicts.remove(stream);
            carried.incrementAndGet();
        }
        return outcome;
    }

    private boolean isInsistent(EventStream stream) {
        long interval = ConnectionWatch.streamSilenceNanos(limits);
        long now = System.nanoTime();
        Conflict before = conflicts.get(stream);
        long since = before == null || now - before.last() > INSISTENT * interval ? now : before.since();
        conflicts.put(stream, new Conflict(since, now));
        return interval > 0 && now - since >= interval;
    }

    /** Returns after how many seconds it is worth the while to ask again for a stream that is taken. */
    public long retryAfterSeconds() {
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(ConnectionWatch.streamSilenceNanos(limits) / 2));
    }

    void detach(EventStream stream, EventResponse response) {
        if (stream.detach(response)) {
            carried.decrementAndGet();
        }
    }

    /** Returns true if a response carries the stream of the connection. */
    boolean isConnectionCarried() {
        return connection.response() != null;
    }

    /** Returns how many responses carry streams. */
    int carried() {
        return carried.get();
    }

    long queuedBytes() {
        return budget.queued();
    }

    /** Returns whether what is queued may still grow without anybody having to wait. */
    boolean hasRoom() {
        return budget.hasRoom(1);
    }

    /** Refuses further frames; what is queued is still sent, and then a comment. */
    void finish(CloseReason reason, String comment) {
        for (EventStream each : all()) {
            each.end(reason);
            EventResponse response = each.response();
            if (response != null) {
                response.finish(comment);
            }
        }
    }

    boolean isFinished() {
        return carried() == 0 && all().stream().allMatch(EventStream::isFinished);
    }

    /** Ends everything; what is queued is dropped. */
    void breakOff(CloseReason reason, String comment) {
        synchronized (this) {
            ended = reason;
        }
        for (EventStream each : all()) {
            each.breakOff(reason);
            EventResponse response = each.response();
            if (response != null) {
                response.end(comment);
            }
        }
        budget.end();
    }

    /** Ends the responses that have not ended yet, whatever their clients read. */
    void cut() {
        for (EventStream each : all()) {
            EventResponse response = each.response();
            if (response != null) {
                response.cut();
            }
        }
    }
}
