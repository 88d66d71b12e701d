package io.acp4j.cli.chat.screen;

/**
 * Renders the styles inside a line while it streams: bold text, code and struck-through text. It buffers a star or a tilde that may be
 * the first of two.
 */
final class InlineMarkdown {

    /** Receives pieces of text with their styles. */
    interface Target {
        void text(String text, Style style);
    }

    private final Target target;
    private final StringBuilder run = new StringBuilder();
    private Style base;
    private boolean bold;
    private boolean code;
    private boolean struck;
    /** A star or a tilde that waits for the next character; otherwise 0. */
    private char mark;

    InlineMarkdown(Target target, Style base) {
        this.target = target;
        this.base = base;
    }

    /** Starts a line with a style of its plain text. */
    void begin(Style style) {
        end();
        base = style;
        bold = false;
        code = false;
        struck = false;
    }

    void append(String text) {
        for (int i = 0; i < text.length(); i++) {
            append(text.charAt(i));
        }
    }

    void append(char c) {
        if ((c == '*' || c == '~') && !code) {
            if (mark == c) {
                mark = 0;
                flush();
                bold ^= c == '*';
                struck ^= c == '~';
            } else {
                releaseMark();
                mark = c;
            }
            return;
        }
        releaseMark();
        if (c == '`') {
            flush();
            code = !code;
        } else {
            run.append(c);
        }
    }

    /** Adds text without any interpretation. */
    void literal(String text) {
        releaseMark();
        run.append(text);
    }

    /** Shows the buffered text, except a mark that may be the first of two. */
    void flush() {
        if (run.length() > 0) {
            target.text(run.toString(), style());
            run.setLength(0);
        }
    }

    /** Shows all buffered text. */
    void end() {
        releaseMark();
        flush();
    }

    private void releaseMark() {
        if (mark != 0) {
            run.append(mark);
            mark = 0;
        }
    }

    private Style style() {
        if (code) {
            return Style.CYAN;
        }
        if (struck) {
            return Style.STRUCK;
        }
        return bold ? Style.BOLD : base;
    }
}
