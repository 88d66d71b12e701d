package io.acp4j.inspector.recording;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message of a recording, or the start of a connection, with what its line states about it.
 *
 * @param sender the sender of the message
 * @param time its time; null if the line has none
 * @param connection the name of its connection; null if the line has none
 * @param opened the reason why the connection was opened; null for a message
 * @param bytes the message
 */
@SuppressWarnings("ArrayRecordComponent") // The array is passed on at once.
record RecordedLine(
        Sender sender,
        @Nullable Instant time,
        @Nullable String connection,
        @Nullable String opened,
        byte[] bytes) {

    /** The sender of a message, as a recording names it. */
    enum Sender {
        CLIENT,
        AGENT,
        /** The side that made the recording, which may be either. */
        RECORDER,
        /** The peer of the side that made the recording. */
        PEER,
        /** The recording names none. */
        UNKNOWN
    }
}
