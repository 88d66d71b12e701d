package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.Reading;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The transcript of a connection, and the place where scenarios wait for something to be in it. */
final class Log implements WireListener {

    /** Messages that are kept of one connection; a subject that goes on beyond that babbles. */
    private static final int MAX_ENTRIES = 100_000;

    /** Bytes of them that are kept: every monitor looks at all of them. */
    private static final long MAX_BYTES = 24L * 1024 * 1024;

    /** Characters of a line of the side channel that are shown. */
    private static final int MAX_REMARK = 16 * 1024;

    private static final byte[] NO_BYTES = new byte[0];

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Entry> entries = new ArrayList<>();
    private final long start = System.nanoTime();
    private final Consumer<Entry> onRequest;
    private final MessageStore store;
    private int handled = -1;
    private long heard;
    private final UnreadableInputTracker unreadable = new UnreadableInputTracker();
    private @Nullable String end;
    private boolean stopped;
    private boolean left;
    private boolean overflowed;
    private long kept;
    private @Nullable String cut;

    Log(Consumer<Entry> onRequest, MessageStore store) {
        this.onRequest = onRequest;
        this.store = store;
    }

    /** Begins with what went before. */
    void begin(List<Entry> opening, String note) {
        lock.lock();
        try {
            for (Entry entry : opening) {
                entries.add(entry.copy(entries.size(), 0));
            }
            entries.add(new Entry(entries.size(), 0, false, Entry.Kind.NOTE, NO_BYTES, null, note));
        } finally {
            lock.unlock();
        }
    }

    Entry sent(byte[] bytes) {
        return add(true, bytes, true);
    }

    @Override
    public void received(byte[] bytes, boolean complete) {
        Entry entry = add(false, bytes, complete);
        if (entry.kind() == Entry.Kind.REQUEST) {
            onRequest.accept(entry);
            lock.lock();
            try {
                handled = entry.index();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void unfinished(int bytes) {
        lock.lock();
        try {
            unreadable.unfinished(bytes);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns a description of the received bytes if all of them are unreadable; null otherwise. */
    @Nullable
    String unreadable() {
        lock.lock();
        try {
            return heard == 0 ? unreadable.description() : null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void remarked(byte[] line) {
        note(false, line);
    }

    /** Keeps a line of the side channel, which is no message of the protocol. */
    Entry note(boolean sent, byte[] line) {
        JsonNode json = null;
        try {
            json = Json.readRepaired(line);
        } catch (IOException e) {
            // Whatever a driver prints beside its responses is shown, and means nothing.
        }
        String text = (sent ? "to the driver: " : "from the driver: ")
                + new String(line, 0, Math.min(line.length, MAX_REMARK), StandardCharsets.UTF_8);
        return keep(sent, Entry.Kind.NOTE, line, json, text);
    }

    @Override
    public void ended(String reason) {
        lock.lock();
        try {
            if (end == null) {
                end = reason;
                if (!stopped) {
                    left = true;
                    entries.add(new Entry(entries.size(), millis(), false, Entry.Kind.NOTE, NO_BYTES, null, reason));
                }
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What comes from now on is the kit's own doing: it ends the subject. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the subject has sent a message. */
    boolean hasHeard() {
        lock.lock();
        try {
            return heard != 0;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the connection ended before the kit closed it. */
    boolean hasLeft() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    private Entry add(boolean sent, byte[] bytes, boolean complete) {
        Reading reading = Reading.of(bytes, complete);
        return keep(sent, reading.kind(), bytes, reading.json(), reading.problem());
    }

    private Entry keep(boolean sent, Entry.Kind kind, byte[] bytes, @Nullable JsonNode json, @Nullable String problem) {
        lock.lock();
        try {
            if (!sent && kind != Entry.Kind.INVALID && kind != Entry.Kind.NOTE) {
                heard = System.nanoTime();
            } else if (!sent && kind == Entry.Kind.INVALID && heard == 0) {
                unreadable.line(bytes);
            }
            // What somebody waits for has room beyond what drowns it.
            boolean isAwaited = kind != Entry.Kind.NOTIFICATION && kind != Entry.Kind.INVALID;
            int share = isAwaited ? 2 : 1;
            boolean fits = entries.size() < share * MAX_ENTRIES && kept + bytes.length <= share * MAX_BYTES;
            if (cut != null || (!sent && (stopped || !fits))) {
                overflow("the subject sends too much", isAwaited);
                return new Entry(entries.size(), millis(), sent, kind, bytes, json, problem);
            }
            try {
                Entry entry = Entry.in(store, entries.size(), millis(), sent, kind, bytes, json, problem);
                kept += sent ? 0 : bytes.length;
                entries.add(entry);
                return entry;
            } catch (IOException e) {
                overflow("what goes over the connection cannot be kept: " + e.getMessage(), true);
                return new Entry(entries.size(), millis(), sent, kind, bytes, json, problem);
            }
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    /** Says once that not everything is kept, and notes what keeps the scenario from judging the rest. */
    private void overflow(String reason, boolean isAwaited) {
        if (stopped) {
            return;
        }
        if (isAwaited && cut == null) {
            cut = reason;
        }
        if (!overflowed) {
            overflowed = true;
            String note = reason + ": only the first " + entries.size() + " messages are looked at";
            entries.add(new Entry(entries.size(), millis(), false, Entry.Kind.NOTE, NO_BYTES, null, note));
        }
    }

    /** Returns why something is missing that may be waited for; null when nothing is. */
    @Nullable
    String cut() {
        lock.lock();
        try {
            return cut;
        } finally {
            lock.unlock();
        }
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** Returns when an entry of this connection was made, as {@link System#nanoTime()} says. */
    long timeOf(Entry entry) {
        return start + TimeUnit.MILLISECONDS.toNanos(entry.millis());
    }

    /** Returns how long ago an entry was made, in seconds with a decimal. */
    String secondsSince(Entry entry) {
        return String.format(Locale.ROOT, "%.1f", (millis() - entry.millis()) / 1000.0);
    }

    List<Entry> entries() {
        lock.lock();
        try {
            return List.copyOf(entries);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether either side still owes the other a response. */
    boolean hasOpenRequests() {
        Set<JsonNode> asked = new HashSet<>();
        Set<JsonNode> wanted = new HashSet<>();
        for (Entry entry : entries()) {
            if (entry.kind() == Entry.Kind.REQUEST) {
                (entry.sent() ? asked : wanted).add(entry.at("/id"));
            } else if (entry.kind() == Entry.Kind.RESPONSE) {
                (entry.sent() ? wanted : asked).remove(entry.at("/id"));
            }
        }
        return !asked.isEmpty() || !wanted.isEmpty();
    }

    @Nullable
    String end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Entry find(int from, Predicate<Entry> wanted) {
        lock.lock();
        try {
            return search(from, entry -> entry.isFromSubject() && wanted.test(entry));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Entry search(int from, Predicate<Entry> wanted) {
        for (int i = from; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (wanted.test(entry)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Waits until an entry of the subject is there; null when the subject has sent nothing for as long as the limit says, when
     * the deadline has come, or when the connection has ended.
     *
     * @param since when the wait began, as {@link System#nanoTime()} says; the limit counts from there
     * @param unreadable the limit after the first unreadable bytes, which applies until a message is received
     * @param deadline the end of the wait, even if the subject goes on to send other things
     */
    @Nullable
    Entry await(int from, Predicate<Entry> wanted, long since, Duration limit, Duration unreadable, long deadline)
            throws InterruptedException {
        Predicate<Entry> theirs = entry -> entry.isFromSubject() && wanted.test(entry);
        long lost = MachineLoad.lostNanos();
        return awaitAny(
                from,
                theirs,
                () -> {
                    long now = System.nanoTime();
                    long left = (heard == 0 ? since : Math.max(since, heard))
                            + limit.toNanos()
                            + (MachineLoad.lostNanos() - lost)
                            - now;
                    long leftForReadable = heard == 0 ? this.unreadable.left(unreadable, now) : left;
                    return Math.min(Math.min(left, leftForReadable), deadline - now);
                },
                true);
    }

    /** Lets time go by, or the connection end. */
    void pause(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        awaitAny(Integer.MAX_VALUE, entry -> false, () -> end - System.nanoTime(), true);
    }

    /** Waits until the kit has done with a request of the subject what it does at once. */
    void awaitHandled(Entry request, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (handled < request.index() && cut == null && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a line of the side channel is there, which outlives the connection; null when the time is over. */
    @Nullable
    Entry awaitNote(Predicate<Entry> wanted, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        return awaitAny(
                0,
                entry -> !entry.sent() && entry.kind() == Entry.Kind.NOTE && wanted.test(entry),
                () -> end - System.nanoTime(),
                false);
    }

    private @Nullable Entry awaitAny(int from, Predicate<Entry> wanted, LongSupplier left, boolean untilEnd)
            throws InterruptedException {
        int next = from;
        lock.lock();
        try {
            while (true) {
                Entry found = search(next, wanted);
                if (found != null) {
                    return found;
                }
                if (cut != null) {
                    throw new NotTestable(cut);
                }
                next = Math.max(next, entries.size());
                long nanos = left.getAsLong();
                if ((untilEnd && end != null) || nanos <= 0) {
                    return null;
                }
                changed.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }
}
