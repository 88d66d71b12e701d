package io.acp4j.tck.internal.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the end of the error output of a subject. */
public final class ErrorTail {

    private static final int KEPT = 32 * 1024;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Reads to the end. */
    public void drain(InputStream in) {
        byte[] buffer = new byte[4096];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                add(buffer, count);
            }
        } catch (IOException e) {
            byte[] note = ("[cannot be read further: " + e.getMessage() + "]").getBytes(StandardCharsets.UTF_8);
            add(note, note.length);
        }
    }

    private synchronized void add(byte[] buffer, int count) {
        bytes.write(buffer, 0, count);
        if (bytes.size() > 2 * KEPT) {
            byte[] all = bytes.toByteArray();
            bytes.reset();
            bytes.write(all, all.length - KEPT, KEPT);
        }
    }

    @Override
    public synchronized String toString() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        return text.length() <= KEPT ? text : text.substring(text.length() - KEPT);
    }
}
