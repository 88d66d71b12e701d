package io.acp4j.tck.reference;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads a stream of events for the reference client, in one of the ways in which that can go wrong. */
final class ReferenceEvents {

    private static final int MOST = 4 * 1024 * 1024;

    private final Faults faults;
    private final Consumer<byte[]> sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private boolean first = true;
    private boolean started;
    private boolean spoilt;

    ReferenceEvents(Faults faults, Consumer<byte[]> sink) {
        this.faults = faults;
        this.sink = sink;
    }

    /** Reads until the stream ends; fails when it breaks off, or an event is too long. */
    void read(InputStream in) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            byte[] piece = Arrays.copyOf(buffer, count);
            // What is decoded piece by piece loses characters that are cut.
            take(
                    faults.has("http-decodes-pieces")
                            ? new String(piece, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)
                            : piece);
            if (line.size() > MOST) {
                if (!faults.has("http-reads-for-ever")) {
                    throw new IOException("an event is too long");
                }
                line.reset();
            }
        }
    }

    private void take(byte[] piece) {
        int from = 0;
        for (int i = 0; i < piece.length; i++) {
            if (piece[i] == '\n') {
                line.write(piece, from, i - from);
                from = i + 1;
                take(line.toString(StandardCharsets.UTF_8));
                line.reset();
            }
        }
        line.write(piece, from, piece.length - from);
    }

    private void take(String raw) {
        String[] lines = raw.split("[\\x85\\u2028\\u2029]");
        if (lines.length > 1 && faults.has("http-cuts-at-separators")) {
            for (String each : lines) {
                take(each);
            }
            return;
        }
        String text = first && raw.startsWith("\uFEFF") && !faults.has("http-keeps-mark") ? raw.substring(1) : raw;
        first = false;
        if (text.endsWith("\r")) {
            if (faults.has("http-dislikes-returns")) {
                return;
            }
            text = text.substring(0, text.length() - 1);
        }
        if (text.isEmpty()) {
            if (started && !spoilt) {
                sink.accept(data.toByteArray());
            }
            data.reset();
            started = false;
            spoilt = false;
        } else if (text.startsWith("data:")) {
            if (started && faults.has("http-one-line")) {
                data.reset();
            } else if (started) {
                data.write('\n');
            }
            started = true;
            data.writeBytes(text.substring(text.startsWith("data: ") ? 6 : 5).getBytes(StandardCharsets.UTF_8));
        } else if (text.startsWith("acp4j") && faults.has("http-dislikes-fields")) {
            spoilt = true;
        }
    }
}
