package io.acp4j.agent.tree;

import io.acp4j.schema.branching.BranchLabels;
import org.jspecify.annotations.Nullable;

/** What single lines of text that are shown to people consist of. */
final class Lines {

    private Lines() {}

    /** Refuses a label that is too long, blank, or has characters that are no part of a line of text; null is none. */
    static void requireLabel(@Nullable String label) {
        String problem = label == null ? null : BranchLabels.problem(label);
        if (label != null && problem != null) {
            boolean tooLong = label.length() > BranchLabels.MAX_LENGTH;
            throw BranchException.invalid(tooLong ? BranchException.LIMIT : BranchException.MALFORMED_LABEL, problem);
        }
    }

    /** Makes one line of a text: spaces for all that separates, nothing for what cannot be seen, cut off at a length. */
    static String of(String text, int maxLength) {
        StringBuilder line = new StringBuilder();
        boolean separated = false;
        for (int at = 0; at < text.length() && line.length() <= maxLength; ) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            if (isSeparator(character)) {
                separated = !line.isEmpty();
            } else if (!BranchLabels.isForbidden(character)) {
                if (separated) {
                    line.append(' ');
                    separated = false;
                }
                line.appendCodePoint(character);
            }
        }
        return line.length() <= maxLength ? line.toString() : cut(line, maxLength);
    }

    private static String cut(StringBuilder line, int maxLength) {
        int end = maxLength - 1;
        if (Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end).stripTrailing() + "…";
    }

    private static boolean isSeparator(int character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.getType(character) == Character.CONTROL;
    }
}
