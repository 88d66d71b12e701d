package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.WireListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every frame: what is needed for a list in memory, the bytes in files that are deleted at the end. When there are more
 * rows or bytes than its limits allow, the oldest go, many at once. Safe for use by many threads.
 */
public final class FrameLog implements WireListener, AutoCloseable {

    /** How many rows are kept unless stated otherwise. */
    public static final int DEFAULT_MAX_ROWS = 1_000_000;

    /** How many bytes of frames are kept unless stated otherwise: 1 GiB, on disk. */
    public static final long DEFAULT_MAX_BYTES = 1L << 30;

    private static final Logger LOG = LoggerFactory.getLogger(FrameLog.class);

    private final Path directory;
    private final Clock clock;
    private final FrameSegments segments;
    private final PendingRequests pending = new PendingRequests();
    private final SharedHeads heads = new SharedHeads();
    private final List<Consumer<FrameRow>> listeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> endListeners = new CopyOnWriteArrayList<>();
    private final WireFacts facts = new WireFacts();
    private final Timings timings = new Timings();
    private final ConnectionTable connections = new ConnectionTable();
    private boolean isClosed;

    /** True after a frame of a connection of this process: requests of recordings do not wait. */
    private volatile boolean isLive;

    private FrameLog(Path directory, int maxRows, long maxBytes, Clock clock) {
        this.directory = directory;
        this.segments = new FrameSegments(directory, maxRows, maxBytes);
        this.clock = clock;
    }

    /**
     * Returns an empty log with the usual limits.
     *
     * @return the log, to be closed
     * @throws IOException when its directory, one of the system's temporary ones, cannot be made
     */
    public static FrameLog create() throws IOException {
        return create(DEFAULT_MAX_ROWS, DEFAULT_MAX_BYTES, Clock.systemUTC());
    }

    /**
     * Returns an empty log.
     *
     * @param maxRows how many rows it keeps
     * @param maxBytes how many bytes of frames it keeps, on disk
     * @param clock says when a frame has come
     * @return the log, to be closed
     * @throws IOException when its directory, one of the system's temporary ones, cannot be made
     */
    public static FrameLog create(int maxRows, long maxBytes, Clock clock) throws IOException {
        if (maxRows <= 0 || maxBytes <= 0) {
            throw new IllegalArgumentException(
                    "a log keeps at least one row and one byte, not " + maxRows + " and " + maxBytes);
        }
        return new FrameLog(Files.createTempDirectory("acp-inspector-"), maxRows, maxBytes, clock);
    }

    /**
     * Adds a listener, which is told of each row on the thread that adds it; it must be quick.
     *
     * @param listener is told of the row, once it can be read
     */
    public void onRow(Consumer<FrameRow> listener) {
        listeners.add(listener);
    }

    /**
     * Removes a listener.
     *
     * @param listener the listener
     */
    public void removeListener(Consumer<FrameRow> listener) {
        listeners.remove(listener);
    }

    /**
     * Adds a listener to the ends of connections, after which no request waits for a response.
     *
     * @param listener the listener; must return quickly
     */
    public void onConnectionEnded(Runnable listener) {
        endListeners.add(listener);
    }

    /** Takes how many bytes wait now; returns whether that is another number than before. */
    synchronized boolean queued(long inbound, long outbound) {
        return !isClosed && timings.queued(now(), inbound, outbound);
    }

    /**
     * Returns how many bytes wait, as they were measured last.
     *
     * @return those that were received, and those to be written; null when nothing measures them
     */
    public synchronized long @Nullable [] queues() {
        return timings.queues();
    }

    /**
     * Opens the next connection. Its frames are paired and judged separately from those of other connections.
     *
     * @param reason the reason why it is opened, as text
     * @return the connection
     */
    public LoggedConnection open(String reason) {
        return open(clock.instant(), reason);
    }

    /**
     * Opens the next connection of a recording.
     *
     * @param time the time when it was opened
     * @param reason the reason why it was opened, as text; empty if it is unknown
     * @return the connection
     */
    public synchronized LoggedConnection open(Instant time, String reason) {
        return connections.open(this, micros(time), reason);
    }

    /**
     * Returns a connection that was opened.
     *
     * @param number the number of the connection
     * @return the connection; null if it is not known
     */
    public synchronized @Nullable LoggedConnection connection(int number) {
        return connections.find(number);
    }

    /**
     * Returns the first row of a connection.
     *
     * @param number the number of the connection
     * @return the row, which may no longer be kept; {@link FrameRow#NONE} if it is not known
     */
    public synchronized long startOf(int number) {
        return connections.startOf(number);
    }

    @Override
    public void onFrame(Direction direction, byte[] buffer, int offset, int length) {
        add(newest(), direction, buffer, offset, length);
    }

    void add(int of, Direction direction, byte[] buffer, int offset, int length) {
        isLive = true;
        add(of, direction, now(), FrameHead.of(buffer, offset, length), buffer, offset, length);
    }

    private synchronized int newest() {
        return connections.newest();
    }

    /**
     * Adds a frame of a recording to the newest connection.
     *
     * @param direction which way it went
     * @param time when
     * @param frame its bytes
     */
    public void recorded(Direction direction, Instant time, byte[] frame) {
        recorded(newest(), direction, time, frame);
    }

    void recorded(int of, Direction direction, Instant time, byte[] frame) {
        add(of, direction, micros(time), FrameHead.of(frame, 0, frame.length), frame, 0, frame.length);
    }

    /**
     * Adds an event of the newest connection.
     *
     * @param what what has happened, for people
     */
    public void event(String what) {
        note(newest(), null, FrameKind.EVENT, what);
    }

    /**
     * Adds an event of a recording.
     *
     * @param time when
     * @param what what has happened, for people
     */
    public void recorded(Instant time, String what) {
        note(newest(), null, micros(time), FrameKind.EVENT, what);
    }

    void note(int of, @Nullable Direction direction, FrameKind kind, String what) {
        note(of, direction, now(), kind, what);
    }

    private void note(int of, @Nullable Direction direction, long micros, FrameKind kind, String what) {
        byte[] text = what.getBytes(UTF_8);
        add(of, direction, micros, FrameHead.note(kind, what), text, 0, text.length);
    }

    private long now() {
        return micros(clock.instant());
    }

    private static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
    }

    private void add(
            int of, @Nullable Direction way, long micros, FrameHead found, byte[] bytes, int offset, int length) {
        FrameRow row;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            FrameHead head = heads.shared(found);
            try {
                row = segments.append(micros, of, way, head, bytes, offset, length);
            } catch (IOException e) {
                LOG.error("a frame is missing in the log, as it cannot be written to {}", directory, e);
                return;
            }
            connections.added(of, row.number());
            pending.pair(row);
            facts.add(row);
            timings.add(row, pending.ofClient(), pending.ofAgent());
        }
        for (Consumer<FrameRow> listener : listeners) {
            listener.accept(row);
        }
    }

    /** Ends the newest connection. Later rows belong to the next one, which has no reason unless {@link #open} sets it. */
    public void connectionEnded() {
        int newest;
        synchronized (this) {
            newest = connections.newest();
            connections.advance();
        }
        ended(newest);
    }

    void ended(int of) {
        synchronized (this) {
            if (isLive && pending.ofClient() + pending.ofAgent() > 0) {
                timings.continueUntil(now());
            }
            pending.ended(of);
            timings.connectionEnded(of, pending.ofClient(), pending.ofAgent());
        }
        endListeners.forEach(Runnable::run);
    }

    /**
     * Returns how many rows there have been.
     *
     * @return the number of the next row
     */
    public synchronized long end() {
        return segments.end();
    }

    /**
     * Returns the first row that is still kept.
     *
     * @return its number, or {@link #end()} when none is
     */
    public synchronized long first() {
        return segments.first();
    }

    /**
     * Returns what can be said of the wire as a whole.
     *
     * @return a copy of the facts, with the requests that wait for a response
     */
    public synchronized WireFacts facts() {
        return facts.copy(pending);
    }

    /**
     * Returns when requests were sent and answered, and how much went over the wire when.
     *
     * @param from where the part of the time begins whose requests are wanted, in microseconds since 1970
     * @param to its end
     * @param skip how many of them are left out
     * @param atMost how many of them are given
     * @return what is known; of the newest 10,000 requests
     */
    public synchronized TimingReport timings(long from, long to, int skip, int atMost) {
        if (isLive && pending.ofClient() + pending.ofAgent() > 0) {
            timings.continueUntil(now());
        }
        return timings.report(from, to, skip, atMost);
    }

    /**
     * Finds a prompt among the newest 10,000 requests.
     *
     * @param session the id of its session, as pages show it
     * @param back how many prompts of the session came after it
     * @return its row; {@link FrameRow#NONE} when there is none
     */
    public synchronized long prompt(String session, int back) {
        return timings.prompt(session, back);
    }

    /**
     * Returns in which turn of its session a row was.
     *
     * @param session the id of the session, as pages show it
     * @param number the row
     * @return how many prompts of the session came after the one that it belongs to; -1 when it came before all that are known
     */
    public synchronized int promptsSince(String session, long number) {
        return timings.promptsSince(session, number);
    }

    /**
     * Returns a row.
     *
     * @param number its number
     * @return the row; null when it is not kept any more, or not there yet
     */
    public synchronized @Nullable FrameRow row(long number) {
        return segments.row(number);
    }

    /**
     * Returns the exact bytes of a row.
     *
     * @param number its number
     * @return the bytes; null when it is not kept any more
     */
    public synchronized byte @Nullable [] bytes(long number) {
        try {
            return segments.bytes(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Removes all rows.
     *
     * @throws IOException when a file cannot be deleted
     */
    public synchronized void clear() throws IOException {
        segments.clear();
        pending.clear();
        facts.clear();
        timings.clear();
    }

    @Override
    public synchronized void close() throws IOException {
        if (!isClosed) {
            clear();
            isClosed = true;
            Files.deleteIfExists(directory);
        }
    }
}
