package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.record.Secrets;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the lines that a peer sends and that are no messages, such as a banner or a usage text, and keeps the first of them. Safe
 * for use by any number of threads.
 */
public final class StrayLines {

    private static final int KEPT_LINES = 3;

    /** How much of a line is kept for secrets to be found in; less of it is shown. */
    private static final int KEPT_BYTES = 1024;

    private final List<String> first = new ArrayList<>();
    private long count;

    /** Looks at a line. Whatever begins as an object, an array or a text is left to those who read it. */
    public void look(byte[] buffer, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end && buffer[at] <= ' ' && buffer[at] >= 0) {
            at++;
        }
        if (at < end && buffer[at] != '{' && buffer[at] != '[' && buffer[at] != '"') {
            note(buffer, at, end - at);
        }
    }

    private synchronized void note(byte[] buffer, int offset, int length) {
        count++;
        if (first.size() < KEPT_LINES) {
            first.add(new String(buffer, offset, Math.min(length, KEPT_BYTES), UTF_8));
        }
    }

    /** Returns what to say about them; empty when there were none. */
    public synchronized String text() {
        if (count == 0) {
            return "";
        }
        return "; its output has " + (count == 1 ? "a line" : count + " lines") + " that "
                + (count == 1 ? "is" : "are") + " no JSON, beginning with:"
                + ProcessText.shown(
                        Secrets.redact(String.join("\n", first)).lines().toList());
    }
}
