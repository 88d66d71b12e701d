package io.acp4j.schema.branching;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The rule for labels of messages and forks: one line that people can read and tell from others. Agents of this library
 * refuse all other labels, and clients do not send them.
 *
 * @since 0.1.0
 */
public final class BranchLabels {

    /** How many characters a label has at most. */
    public static final int MAX_LENGTH = 1_000;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private BranchLabels() {}

    /**
     * Returns a label as it is.
     *
     * @param label the label
     * @return the same
     * @throws IllegalArgumentException when it is blank, longer than {@link #MAX_LENGTH}, or has line breaks, control characters
     *     or invisible ones
     */
    public static String require(String label) {
        String problem = problem(label);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return label;
    }

    /**
     * Returns what is wrong with a label.
     *
     * @param label the label
     * @return a sentence that says what to do, and never repeats the label; null when nothing is wrong
     */
    public static @Nullable String problem(String label) {
        if (label.length() > MAX_LENGTH) {
            return "A label has at most 1,000 characters; use a shorter one";
        }
        if (isBlank(label)) {
            return "A label must not be blank; leave it out to have none";
        }
        OptionalInt forbidden =
                label.codePoints().filter(BranchLabels::isForbidden).findFirst();
        return forbidden.isEmpty()
                ? null
                : String.format(
                        "A label is one line without control or invisible characters; leave out U+%04X",
                        forbidden.getAsInt());
    }

    /**
     * Returns whether there is nothing to see in a text.
     *
     * @param text the text
     * @return true when it has spaces, joiners and forbidden characters only, or none at all
     */
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(BranchLabels::isSpace);
    }

    /**
     * Returns whether a character has no place in a line that people read: controls, line breaks, what turns the direction of text
     * or cannot be seen, halves of surrogate pairs. Joiners, which scripts and emoji need, have.
     *
     * @param character the code point
     * @return true when it is to be left out
     */
    public static boolean isForbidden(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> character != ZERO_WIDTH_NON_JOINER && character != ZERO_WIDTH_JOINER;
            default -> false;
        };
    }

    private static boolean isSpace(int character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || character == ZERO_WIDTH_NON_JOINER
                || character == ZERO_WIDTH_JOINER
                || isForbidden(character);
    }
}
