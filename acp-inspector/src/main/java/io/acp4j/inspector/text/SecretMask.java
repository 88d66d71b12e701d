package io.acp4j.inspector.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.record.Secrets;
import io.acp4j.rpc.record.WireRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** What is shown of frames before somebody asks for their secrets: what a recorder would keep of them. */
public final class SecretMask {

    private static final String FRAME = "\"frame\":";

    private SecretMask() {}

    /**
     * Returns a frame without its secrets.
     *
     * @param frame the frame; may be no JSON
     * @return its text, unchanged where nothing in it looks like a secret
     */
    public static String frame(byte[] frame) {
        String text = new String(frame, UTF_8);
        String kept = recorded(frame, true);
        if (kept == null) {
            return Secrets.redact(text);
        }
        // A recorder writes JSON anew, so only what it writes itself tells whether it has left something out.
        return kept.equals(recorded(frame, false)) ? text : kept;
    }

    /**
     * Returns a text without its secrets: JSON, or a text of any other kind.
     *
     * @param text the text
     * @return the same text where nothing in it looks like a secret
     */
    public static String text(String text) {
        return frame(text.getBytes(UTF_8));
    }

    /** A frame as it would be recorded; null when it is no JSON. */
    private static @Nullable String recorded(byte[] frame, boolean masked) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(frame.length + 100);
        WireRecorder.Builder builder =
                WireRecorder.builder().maxBytes(Long.MAX_VALUE).clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        if (!masked) {
            builder.redactNothing();
        }
        try (WireRecorder recorder = builder.to(line)) {
            recorder.onFrame(Direction.INBOUND, frame, 0, frame.length);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        String written = line.toString(UTF_8);
        int from = written.indexOf(FRAME);
        return from < 0 ? null : written.substring(from + FRAME.length(), written.lastIndexOf('}'));
    }
}
