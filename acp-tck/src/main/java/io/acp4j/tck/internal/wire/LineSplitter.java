package io.acp4j.tck.internal.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Cuts a stream of bytes at its newlines and loses none of them. */
public final class LineSplitter {

    /** Longest line that is kept whole, in bytes. */
    static final int MAX_LINE = 32 * 1024 * 1024;

    /** Room for a line that is not given back before the next one, in bytes. */
    private static final int KEPT_ROOM = 1024 * 1024;

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
                    byte[] whole = line.toByteArray();
                    line = emptied(line);
                    listener.received(whole, true);
                    start = i + 1;
                }
            }
            line.write(buffer, start, count - start);
            if (line.size() > MAX_LINE) {
                byte[] beginning = line.toByteArray();
                line = emptied(line);
                listener.received(beginning, false);
            } else if (line.size() > 0) {
                listener.unfinished(line.size());
            }
        }
        if (line.size() > 0) {
            listener.received(line.toByteArray(), false);
        }
    }

    private static ByteArrayOutputStream emptied(ByteArrayOutputStream line) {
        if (line.size() > KEPT_ROOM) {
            return new ByteArrayOutputStream();
        }
        line.reset();
        return line;
    }
}
