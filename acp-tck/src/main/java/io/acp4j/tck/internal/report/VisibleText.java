package io.acp4j.tck.internal.report;

import java.util.Locale;

/**
 * Shows what a subject has sent so that a person sees all of it: characters that steer a terminal, turn the direction of text or
 * cannot be seen become escapes such as {@code \u202e}. The page of the HTML report does the same.
 */
public final class VisibleText {

    /** Invisible though they are no format characters: fillers, blanks and joiners. */
    private static final String INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0";

    private static final int FIRST_VARIATION = 0xe0100;
    private static final int LAST_VARIATION = 0xe01ef;

    private VisibleText() {}

    /** Returns the text on one line. */
    public static String line(String text) {
        return escaped(text, false);
    }

    /** Returns the text with its line breaks and tabs. */
    public static String lines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean lines) {
        if (text.codePoints().noneMatch(VisibleText::isHidden)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (!isHidden(point) || (lines && (point == '\n' || point == '\t'))) {
                shown.appendCodePoint(point);
            } else if (point == '\n' || point == '\t') {
                shown.append(' ');
            } else if (point == '\r') {
                shown.append("\\r");
            } else {
                shown.append(
                        String.format(Locale.ROOT, Character.isBmpCodePoint(point) ? "\\u%04x" : "\\u{%x}", point));
            }
        });
        return shown.toString();
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> INVISIBLE.indexOf(point) >= 0 || (point >= FIRST_VARIATION && point <= LAST_VARIATION);
        };
    }
}
