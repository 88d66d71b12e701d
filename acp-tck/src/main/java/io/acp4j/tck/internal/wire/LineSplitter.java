package io.acp4j.tck.internal.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Cuts a stream of bytes at its newlines and loses none of them. */
public final class LineSplitter {

    /** Longest line that is kept whole, in bytes. */
    static final int MAX_LINE = 64 * 1024 * 1024;

    private static final int BUFFER = 64 * 1024;

    private LineSplitter() {}

    /** Reads to the end of the stream. */
    public static void read(InputStream in, WireListener listener) throws IOException {
        byte[] buffer = new byte[BUFFER];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int count;
        while ((count = in.read(buffer)) >= 0) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, start, i - start);
                    listener.received(line.toByteArray(), true);
                    line.reset();
                    start = i + 1;
                }
            }
            line.write(buffer, start, count - start);
            if (line.size() > MAX_LINE) {
                listener.received(line.toByteArray(), false);
                line.reset();
            }
        }
        if (line.size() > 0) {
            listener.received(line.toByteArray(), false);
        }
    }
}
