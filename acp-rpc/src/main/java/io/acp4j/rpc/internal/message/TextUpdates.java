package io.acp4j.rpc.internal.message;

import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.schema.internal.text.TextUpdateReader;
import io.acp4j.schema.internal.text.TextUpdateWriter;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.update.SessionNotification;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes {@code session/update} with a piece of text as a whole frame, without tokeniser and generator, when it comes
 * compactly written and in the usual order of members. All other frames are left to the general way. One for each connection.
 */
final class TextUpdates {

    private static final String METHOD = "session/update";

    private static final byte[] PREFIX =
            ("{\"jsonrpc\":\"2.0\",\"method\":\"" + METHOD + "\",\"params\":").getBytes(StandardCharsets.US_ASCII);

    /** Larger frames gain nothing from a short cut, and the general way watches the limits of strings. */
    private static final int MAX_BYTES = 64 * 1024;

    private final Routes.@Nullable NotificationRoute<?> route;
    private final @Nullable TextUpdateReader reader;

    TextUpdates(Routes routes) {
        Routes.NotificationRoute<?> updates = routes.notifications().get(METHOD);
        this.route = updates;
        this.reader =
                updates == null ? null : TextUpdateReader.of(updates.method().params());
    }

    /** Reads a frame; null when it is to be read in the general way. */
    @Nullable
    Inbound read(byte[] buffer, int offset, int length) {
        if (route == null || reader == null || length > MAX_BYTES || length <= PREFIX.length) {
            return null;
        }
        int last = offset + length - 1;
        if (buffer[last] != '}' || !Arrays.equals(buffer, offset, offset + PREFIX.length, PREFIX, 0, PREFIX.length)) {
            return null;
        }
        SessionNotification params = reader.read(buffer, offset + PREFIX.length, last);
        return params == null ? null : new Inbound.Call(null, METHOD, route, params, params.sessionId(), null);
    }

    /** Appends a notification; false, and nothing is appended, when it is to be written in the general way. */
    static boolean write(String method, JsonCodec<?> codec, Object params, FrameBuffer buffer) {
        if (!(params instanceof SessionNotification update) || !method.equals(METHOD)) {
            return false;
        }
        int room = TextUpdateWriter.room(update, codec);
        if (room < 0) {
            return false;
        }
        int mark = buffer.size();
        buffer.append(PREFIX, 0, PREFIX.length);
        buffer.reserve(room + 1);
        int end = TextUpdateWriter.write(update, buffer.array(), buffer.size());
        if (end < 0) {
            buffer.truncate(mark);
            return false;
        }
        buffer.advance(end - buffer.size());
        buffer.append((byte) '}');
        return true;
    }
}
