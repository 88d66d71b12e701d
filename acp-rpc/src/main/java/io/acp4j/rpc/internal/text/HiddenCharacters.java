package io.acp4j.rpc.internal.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Finds characters that cannot be seen, that move the cursor or that change the order of others, and writes them as escapes. */
public final class HiddenCharacters {

    /** Scripts in which a joiner changes nothing that should be seen. */
    private static final Set<UnicodeScript> WITHOUT_JOINERS = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.COMMON,
            UnicodeScript.INHERITED,
            UnicodeScript.UNKNOWN);

    /** Scripts whose letters are drawn in one way. */
    private static final Set<UnicodeScript> UNVARIED =
            EnumSet.of(UnicodeScript.LATIN, UnicodeScript.GREEK, UnicodeScript.CYRILLIC, UnicodeScript.INHERITED);

    private HiddenCharacters() {}

    /**
     * Returns a text with escapes for what is hidden in it; the same text when nothing is.
     *
     * @param lines whether line breaks and tabs stay
     */
    public static String escaped(String text, boolean lines) {
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
                        .append(Integer.toHexString(c).toUpperCase(Locale.ROOT))
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
        if (isVariation(c)) {
            return isVaried(before);
        }
        return !isHidden(c);
    }

    private static boolean isVariation(int c) {
        return c >= 0xFE00 && c <= 0xFE0F;
    }

    /** Returns whether there is another way to draw a character: emoji, signs, ideographs. More than one selector hides what is said by them. */
    private static boolean isVaried(int before) {
        if (before <= 0x7F) {
            return before == '#' || before == '*' || (before >= '0' && before <= '9');
        }
        return !isVariation(before) && !UNVARIED.contains(UnicodeScript.of(before));
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
                || c == 0x2800
                || c == 0x3164
                || c == 0xFFA0
                || (c >= 0xFFF0 && c <= 0xFFF8)
                || (c >= 0xE0000 && c <= 0xE0FFF)
                || (c & 0xFFFE) == 0xFFFE;
    }
}
