package io.acp4j.inspector.recording;

import io.acp4j.rpc.WireListener.Direction;
import java.time.Instant;
import java.util.Objects;

/**
 * One frame of a conversation. Its bytes are not changed.
 *
 * @param connection the number of its connection, starting at 1
 * @param fromClient whether the client has sent it, not the agent
 * @param time when; counted from 1970 where the recording says nothing of dates
 * @param bytes what it was, without the delimiter
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are handed on; nobody compares them.
public record WireFrame(int connection, boolean fromClient, Instant time, byte[] bytes) {

    /** Checks that everything is there. */
    public WireFrame {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(bytes, "bytes");
    }

    /**
     * Creates a frame of the first connection.
     *
     * @param fromClient whether the client has sent it, not the agent
     * @param time the time of the frame
     * @param bytes its bytes, without the delimiter
     */
    public WireFrame(boolean fromClient, Instant time, byte[] bytes) {
        this(1, fromClient, time, bytes);
    }

    /**
     * Returns which way it went, as the client sees it.
     *
     * @return the direction
     */
    public Direction direction() {
        return fromClient ? Direction.OUTBOUND : Direction.INBOUND;
    }
}
