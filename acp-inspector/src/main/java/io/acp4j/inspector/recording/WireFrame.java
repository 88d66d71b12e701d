package io.acp4j.inspector.recording;

import io.acp4j.rpc.WireListener.Direction;
import java.time.Instant;
import java.util.Objects;

/**
 * One frame of a conversation. Nobody changes its bytes.
 *
 * @param fromClient whether the client has sent it, not the agent
 * @param time when; counted from 1970 where the recording says nothing of dates
 * @param bytes what it was, without the delimiter
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are handed on; nobody compares them.
public record WireFrame(boolean fromClient, Instant time, byte[] bytes) {

    /** Checks that everything is there. */
    public WireFrame {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(bytes, "bytes");
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
