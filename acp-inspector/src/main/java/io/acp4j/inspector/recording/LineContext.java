package io.acp4j.inspector.recording;

import io.acp4j.inspector.recording.RecordedLine.Sender;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The sender, the time and the connection of a message, as the text around it states them. */
record LineContext(
        Sender sender, @Nullable Instant time, @Nullable String connection) {

    static final LineContext NONE = new LineContext(Sender.UNKNOWN, null, null);

    boolean isEmpty() {
        return sender == Sender.UNKNOWN && time == null;
    }

    /** Returns this context, completed by that of the text around it. */
    LineContext or(LineContext outer) {
        return new LineContext(
                sender == Sender.UNKNOWN ? outer.sender : sender,
                time == null ? outer.time : time,
                connection == null ? outer.connection : connection);
    }

    RecordedLine message(byte[] bytes) {
        return new RecordedLine(sender, time, connection, null, bytes);
    }
}
