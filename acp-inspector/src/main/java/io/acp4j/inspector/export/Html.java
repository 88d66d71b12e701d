package io.acp4j.inspector.export;

import io.acp4j.rpc.VisibleText;

/** Builds HTML: whatever is given as text is escaped, with what hides or reorders others made visible. */
final class Html {

    /** The attribute of an element that is scrolled with the keyboard. */
    static final String SCROLLABLE = " tabindex=\"0\"";

    private final StringBuilder out = new StringBuilder();

    /** Adds markup that was written here, or was made safe before. */
    Html markup(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds a text, by whomever. */
    Html text(String text) {
        String visible = VisibleText.of(text);
        for (int i = 0; i < visible.length(); i++) {
            char next = visible.charAt(i);
            switch (next) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(next);
            }
        }
        return this;
    }

    /** Adds an element with a text alone. */
    Html element(String tag, String text) {
        return element(tag, "", text);
    }

    /** Adds an element of a class with a text alone. */
    Html element(String tag, String style, String text) {
        out.append('<').append(tag);
        if (tag.equals("pre")) {
            out.append(SCROLLABLE);
        }
        if (!style.isEmpty()) {
            out.append(" class=\"").append(style).append('"');
        }
        out.append('>');
        text(text);
        out.append("</").append(tag).append(">\n");
        return this;
    }

    int length() {
        return out.length();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
