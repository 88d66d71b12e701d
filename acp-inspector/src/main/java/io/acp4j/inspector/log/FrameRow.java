package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener.Direction;
import org.jspecify.annotations.Nullable;

/** One row of the log: a frame, or an event of the connection. Its bytes are kept by the log. Safe for use by many threads. */
public final class FrameRow {

    /** Stands for no frame. */
    public static final long NONE = -1;

    private final long number;
    private final long micros;
    private final @Nullable Direction direction;
    private final FrameHead head;
    private final int size;
    private final long offset;
    private volatile long pair = NONE;
    private volatile long latencyMicros = -1;
    private volatile @Nullable String pairedMethod;
    private volatile @Nullable String pairingProblem;
    private volatile boolean waits;

    FrameRow(long number, long micros, @Nullable Direction direction, FrameHead head, int size, long offset) {
        this.number = number;
        this.micros = micros;
        this.direction = direction;
        this.head = head;
        this.size = size;
        this.offset = offset;
    }

    /** Sets whether this request waits for a response. */
    void setWaits(boolean value) {
        waits = value;
    }

    void pairWith(FrameRow request) {
        long latency = Math.max(0, micros - request.micros);
        pair = request.number;
        latencyMicros = latency;
        pairedMethod = request.head.method();
        request.latencyMicros = latency;
        request.waits = false;
        request.pair = number;
    }

    void misses(String problem) {
        pairingProblem = problem;
    }

    long offset() {
        return offset;
    }

    /**
     * Returns its number, which only grows.
     *
     * @return the number; the first row has 0
     */
    public long number() {
        return number;
    }

    /**
     * Returns when it went over the wire.
     *
     * @return microseconds since 1970
     */
    public long micros() {
        return micros;
    }

    /**
     * Returns which way it went, as the client sees it.
     *
     * @return the direction; null for an event
     */
    public @Nullable Direction direction() {
        return direction;
    }

    /**
     * Returns what is known of it.
     *
     * @return its head
     */
    public FrameHead head() {
        return head;
    }

    /**
     * Returns its size.
     *
     * @return bytes, without the end of the line
     */
    public int size() {
        return size;
    }

    /**
     * Returns its method, for a response that of its request.
     *
     * @return the method; null where there is none
     */
    public @Nullable String method() {
        return head.method() == null ? pairedMethod : head.method();
    }

    /**
     * Returns the row that it belongs to: the response of a request, or the request of a response.
     *
     * @return the number; {@link #NONE} while there is none
     */
    public long pair() {
        return pair;
    }

    /**
     * Returns whether this is a request that waits for a response.
     *
     * @return false after the response, and after the end of the connection
     */
    public boolean waits() {
        return waits;
    }

    /**
     * Returns how long the response took.
     *
     * @return microseconds; -1 while there is none
     */
    public long latencyMicros() {
        return latencyMicros;
    }

    /**
     * Returns what is wrong with it.
     *
     * @return the problem; null when nothing is known to be
     */
    public @Nullable String problem() {
        return head.problem() == null ? pairingProblem : head.problem();
    }

    @Override
    public String toString() {
        return "FrameRow[" + number + ", " + head.kind() + ", " + size + " bytes]";
    }
}
