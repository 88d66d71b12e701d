package io.acp4j.client.internal.host;

import org.jspecify.annotations.Nullable;

/**
 * Which lines of a text are wanted. Lines end with a line feed, which belongs to them.
 *
 * @param first the number of the first one, counted from 0
 * @param count how many at most
 */
record LineWindow(long first, long count) {

    /** Reads the parameters of a request; a line 0 is taken for line 1, as some agents count so. */
    static @Nullable LineWindow of(@Nullable Long line, @Nullable Long limit) {
        if (line == null && limit == null) {
            return null;
        }
        return new LineWindow(
                line == null ? 0 : Math.max(0, line - 1), limit == null ? Long.MAX_VALUE : Math.max(0, limit));
    }

    /** Cuts the lines out of a text. */
    String cut(String text) {
        int start = after(text, 0, first);
        return text.substring(start, after(text, start, count));
    }

    private static int after(String text, int from, long lines) {
        int position = from;
        for (long i = 0; i < lines && position < text.length(); i++) {
            int end = text.indexOf('\n', position);
            position = end < 0 ? text.length() : end + 1;
        }
        return position;
    }
}
