package io.acp4j.inspector.recording;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a recording says.
 *
 * @param sender who has sent the frame
 * @param time when; null when the line does not say
 * @param bytes the frame
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on at once.
record Noted(Sender sender, @Nullable Instant time, byte[] bytes) {

    /** Whom a recording names as the sender. */
    enum Sender {
        CLIENT,
        AGENT,
        /** Which side made the recording; it may be either. */
        RECORDER,
        /** The peer that the recorder has talked to. */
        PEER,
        /** The recording does not say. */
        UNKNOWN
    }
}
