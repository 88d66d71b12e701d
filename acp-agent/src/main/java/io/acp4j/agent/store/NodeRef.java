package io.acp4j.agent.store;

import org.jspecify.annotations.Nullable;

/**
 * Names one node of a store: its segment and its place in it. What was named once is never named again, even when the
 * node is gone.
 *
 * @param segment the id of the segment
 * @param index the place in the segment, from 0
 * @since 0.1.0
 */
public record NodeRef(long segment, int index) {

    /** Checks that the numbers are in range. */
    public NodeRef {
        if (segment < 1 || index < 0) {
            throw new IllegalArgumentException("no node can be at " + segment + "." + index);
        }
    }

    /**
     * Reads what {@link #toString} has written.
     *
     * @param text the text, possibly from elsewhere
     * @return the reference; null when the text is none
     */
    public static @Nullable NodeRef parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 1 || text.length() > 30) {
            return null;
        }
        try {
            return new NodeRef(Long.parseLong(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    /** Writes the reference as {@code segment.index}. */
    @Override
    public String toString() {
        return segment + "." + index;
    }
}
