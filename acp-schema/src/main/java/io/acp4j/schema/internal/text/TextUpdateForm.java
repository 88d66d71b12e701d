package io.acp4j.schema.internal.text;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.SessionNotification;
import org.jspecify.annotations.Nullable;

/**
 * How the versions of the protocol write a piece of text.
 *
 * @param needsMessage whether each piece says which message it belongs to
 */
record TextUpdateForm(boolean needsMessage) {

    private static final TextUpdateForm OF_V1 = new TextUpdateForm(false);
    private static final TextUpdateForm OF_V2 = new TextUpdateForm(true);

    /** Returns the form that a codec reads and writes; null when it is a codec of something else. */
    static @Nullable TextUpdateForm of(JsonCodec<?> codec) {
        if (SessionNotification.CODEC.equals(codec)) {
            return OF_V1;
        }
        return SessionNotification.CODEC.in(WireVersion.V2).equals(codec) ? OF_V2 : null;
    }
}
