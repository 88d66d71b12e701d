package io.acp4j.rpc.record;

import io.acp4j.rpc.WireListener;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a recording.
 *
 * @param time when it went over the wire; null when the recording does not say
 * @param direction which way it went, as its recorder saw it
 * @param json what it was; null for one that was no JSON, of which nothing can be played
 * @since 0.1.0
 */
public record RecordedFrame(
        @Nullable Instant time,
        WireListener.Direction direction,
        @Nullable RawJson json) {

    /** Checks that the direction is there. */
    public RecordedFrame {
        Objects.requireNonNull(direction, "direction");
    }
}
