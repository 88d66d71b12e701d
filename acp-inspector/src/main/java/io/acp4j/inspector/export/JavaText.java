package io.acp4j.inspector.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes strings as literals of Java: whatever is in them, they stay literals, and the source stays ASCII. */
final class JavaText {

    /** A literal takes 65,535 bytes at most, three for each of its characters. */
    private static final int PIECE = 16_000;

    private JavaText() {}

    /** Returns a text as literals with commas between them, which a parameter {@code String...} takes. */
    static String literals(String text) {
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at == 0 || at < text.length(); at += PIECE) {
            pieces.add(literal(text.substring(at, Math.min(text.length(), at + PIECE))));
        }
        return String.join(", ", pieces);
    }

    private static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> {
                    if (next < ' ') {
                        // In octal: a Unicode escape would be read before the literal is.
                        literal.append(String.format(Locale.ROOT, "\\%03o", (int) next));
                    } else if (next < 0x7f) {
                        literal.append(next);
                    } else {
                        literal.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
                    }
                }
            }
        }
        return literal.append('"').toString();
    }
}
