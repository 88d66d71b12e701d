package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener;
import java.time.Instant;

/**
 * A connection whose frames are in a log. Its frames may arrive after the next connection was opened, for example the last ones of a
 * process that is being ended. Safe for use by many threads.
 */
public final class LoggedConnection implements WireListener {

    private final FrameLog log;
    private final int number;
    private final long micros;
    private final String reason;

    LoggedConnection(FrameLog log, int number, long micros, String reason) {
        this.log = log;
        this.number = number;
        this.micros = micros;
        this.reason = reason;
    }

    /**
     * Returns the number of the connection in its log.
     *
     * @return the number, starting at 1
     */
    public int number() {
        return number;
    }

    /**
     * Returns the time when it was opened.
     *
     * @return microseconds since 1970
     */
    public long micros() {
        return micros;
    }

    /**
     * Returns the reason why it was opened.
     *
     * @return the reason, as text; empty if it is unknown
     */
    public String reason() {
        return reason;
    }

    @Override
    public void onFrame(Direction direction, byte[] buffer, int offset, int length) {
        log.add(number, direction, buffer, offset, length);
    }

    /**
     * Adds a frame of a recording.
     *
     * @param direction the direction of the frame
     * @param time the time of the frame
     * @param frame its bytes
     */
    public void recorded(Direction direction, Instant time, byte[] frame) {
        log.recorded(number, direction, time, frame);
    }

    /**
     * Adds input that was not a frame, such as a line that is too long.
     *
     * @param problem the reason
     */
    public void fault(String problem) {
        log.note(number, Direction.INBOUND, FrameKind.INVALID, problem);
    }

    /**
     * Adds an event.
     *
     * @param what the event, as text
     */
    public void event(String what) {
        log.note(number, null, FrameKind.EVENT, what);
    }

    /** Marks the connection as ended. Its requests wait no longer, although a late response is still paired with its request. */
    public void ended() {
        log.ended(number);
    }
}
