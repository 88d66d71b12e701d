package io.acp4j.rpc;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/**
 * Shows what a peer has sent to a person: characters that cannot be seen, that move the cursor or that change the order of others
 * are written as {@code \\u{202E}}. What remains is what is there, so that nobody decides about something else than they read.
 *
 * <p>Escaped are control characters (C0, C1, DEL), marks, embeddings, overrides and isolates of bidirectional text, characters
 * without width, fillers, tags, separators of lines and paragraphs, and halves of surrogate pairs. Joiners and variation
 * selectors stay where scripts and emoji need them.
 *
 * @since 0.1.0
 */
public final class VisibleText {

    /** Scripts in which a joiner changes nothing that should be seen. */
    private static final Set<UnicodeScript> WITHOUT_JOINERS = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.COMMON,
            UnicodeScript.INHERITED,
            UnicodeScript.UNKNOWN);

    private VisibleText() {}

    /**
     * Makes text of any number of lines visible. Line breaks and tabs stay; the two characters of a Windows line break become one.
     *
     * @param text the text
     * @return the same text when there is nothing to escape
     */
    public static String of(String text) {
        return escaped(text, true);
    }

    /**
     * Makes text visible in one line: line breaks and tabs are escaped, too. For titles, names and questions.
     *
     * @param text the text
     * @return the same text when there is nothing to escape
     */
    public static String line(String text) {
        return escaped(text, false);
    }

    private static String escaped(String text, boolean lines) {
        int at = 0;
        int before = -1;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (!isVisible(c, before, lines)) {
                return escaped(text, at, before, lines);
            }
            before = c;
            at += Character.charCount(c);
        }
        return text;
    }

    private static String escaped(String text, int from, int last, boolean lines) {
        StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, from);
        int before = last;
        for (int at = from; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            boolean windows = c == '\r' && at < text.length() && text.charAt(at) == '\n';
            if (windows && lines) {
                continue;
            }
            if (isVisible(c, before, lines)) {
                shown.appendCodePoint(c);
            } else {
                escape(shown, c);
            }
            before = c;
        }
        return shown.toString();
    }

    private static void escape(StringBuilder shown, int c) {
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default ->
                shown.append("\\u{")
                        .append(Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT))
                        .append('}');
        }
    }

    private static boolean isVisible(int c, int before, boolean lines) {
        if (c >= ' ' && c < 0x7F) {
            return true;
        }
        if (c == '\n' || c == '\t') {
            return lines;
        }
        if (c == 0x200C || c == 0x200D) {
            return joins(before);
        }
        if (c >= 0xFE00 && c <= 0xFE0F) {
            return before > 0x7F || before == '#' || before == '*' || (before >= '0' && before <= '9');
        }
        return !isHidden(c);
    }

    /** Returns whether a joiner has a meaning behind a character: between letters of scripts that join, and in emoji. */
    private static boolean joins(int before) {
        if (before < 0) {
            return false;
        }
        int type = Character.getType(before);
        return type == Character.OTHER_SYMBOL
                || type == Character.MODIFIER_SYMBOL
                || before == 0xFE0F
                || (before > 0x7F && !WITHOUT_JOINERS.contains(UnicodeScript.of(before)));
    }

    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> isFiller(c);
        };
    }

    /** Letters, marks and unassigned characters that are drawn as nothing. */
    private static boolean isFiller(int c) {
        return c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || (c >= 0x180B && c <= 0x180F)
                || c == 0x2065
                || c == 0x3164
                || c == 0xFFA0
                || (c >= 0xFFF0 && c <= 0xFFF8)
                || (c >= 0xE0000 && c <= 0xE0FFF)
                || (c & 0xFFFE) == 0xFFFE;
    }
}
