package io.acp4j.agent.tree;

/**
 * What titles of sessions look like: one line that people can read.
 *
 * @since 0.1.0
 */
public final class SessionTitles {

    /** The longest title, in characters. */
    public static final int MAX_LENGTH = 1000;

    private SessionTitles() {}

    /**
     * Returns a text as one line: runs of spaces, line breaks and control characters become one space, characters that
     * nobody sees are left out, and what is too long is cut off, which an ellipsis shows.
     *
     * @param text any text
     * @param maxLength how many characters the line may have, from 2 to {@value #MAX_LENGTH}
     * @return the line; empty when there is nothing to see in the text
     */
    public static String oneLine(String text, int maxLength) {
        if (maxLength < 2 || maxLength > MAX_LENGTH) {
            throw new IllegalArgumentException("maxLength must be from 2 to " + MAX_LENGTH + ", not " + maxLength);
        }
        return Lines.of(text, maxLength);
    }
}
