package io.acp4j.store.jdbc.internal;

import org.jspecify.annotations.Nullable;

/**
 * Texts as databases can keep them. Ids and labels come from peers and may hold anything; NUL and lone surrogates have no
 * place in a database's UTF-8. A text with those is kept in an escaped form, different texts always in different ones, so
 * that every text can be stored, found and given back.
 */
final class Texts {

    /** What an escaped text begins with. A text that does so by itself is escaped, too. */
    private static final char MARK = '\u0001';

    private static final char ESCAPE = '\\';

    private Texts() {}

    static @Nullable String kept(@Nullable String text) {
        return text == null || isPlain(text) ? text : escape(text);
    }

    static @Nullable String given(@Nullable String kept) {
        return kept == null || kept.isEmpty() || kept.charAt(0) != MARK ? kept : unescape(kept);
    }

    private static boolean isPlain(String text) {
        if (!text.isEmpty() && text.charAt(0) == MARK) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (!fits(text, i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        return c != 0;
    }

    private static String escape(String text) {
        StringBuilder kept = new StringBuilder(text.length() + 16).append(MARK);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ESCAPE || !fits(text, i)) {
                kept.append(ESCAPE).append(String.format("%04x", (int) c));
            } else {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    private static String unescape(String kept) {
        StringBuilder text = new StringBuilder(kept.length());
        for (int i = 1; i < kept.length(); i++) {
            char c = kept.charAt(i);
            if (c == ESCAPE) {
                text.append((char) Integer.parseInt(kept, i + 1, i + 5, 16));
                i += 4;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
