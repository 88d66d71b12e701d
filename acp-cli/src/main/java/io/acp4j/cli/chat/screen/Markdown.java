package io.acp4j.cli.chat.screen;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders Markdown while it streams: headings, bullets, bold text and code. It buffers at most the first characters of a line, and a
 * star that may be the first of two. A pipe receives the text unchanged.
 */
public final class Markdown {

    private static final Pattern START = Pattern.compile("(\\s*)(?:(#{1,6}) |([-*+]) |(```)).*", Pattern.DOTALL);
    private static final Pattern MAY_START = Pattern.compile("\\s{0,8}(?:#{0,6}|[-*+]|`{0,2})");

    private final Screen screen;
    private final Style base;
    private final StringBuilder run = new StringBuilder();
    private final StringBuilder start = new StringBuilder();
    private boolean atStart = true;
    private boolean fenced;
    private boolean fenceLine;
    private boolean heading;
    private boolean bold;
    private boolean code;
    private boolean star;

    /**
     * Starts a text.
     *
     * @param screen the screen to show it on
     * @param base the style of plain text
     */
    public Markdown(Screen screen, Style base) {
        this.screen = screen;
        this.base = base;
    }

    /** Shows the next piece. */
    public void append(String piece) {
        if (!screen.isTerminal()) {
            screen.text(piece, base);
            return;
        }
        for (int i = 0; i < piece.length(); i++) {
            take(piece.charAt(i));
        }
        flush();
    }

    /** Ends the text, and shows its buffered rest. */
    public void end() {
        if (atStart) {
            decide();
        }
        releaseStar();
        flush();
        screen.endLine();
    }

    private void take(char c) {
        if (c == '\n') {
            newLine();
        } else if (atStart) {
            start.append(c);
            if (!MAY_START.matcher(start).matches()) {
                decide();
            }
        } else {
            inline(c);
        }
    }

    private void newLine() {
        if (atStart) {
            decide();
        }
        releaseStar();
        run.append('\n');
        flush();
        atStart = true;
        fenceLine = false;
        heading = false;
        bold = false;
        code = false;
    }

    private void decide() {
        String text = start.toString();
        start.setLength(0);
        atStart = false;
        Matcher matcher = START.matcher(text);
        if (!matcher.matches()) {
            all(text);
        } else if (matcher.group(4) != null) {
            fenced = !fenced;
            fenceLine = true;
            all(text);
        } else if (fenced) {
            all(text);
        } else if (matcher.group(2) != null) {
            heading = true;
            all(text.substring(matcher.end(2) + 1));
        } else {
            run.append(matcher.group(1)).append("• ");
            all(text.substring(matcher.end(3) + 1));
        }
    }

    private void all(String text) {
        for (int i = 0; i < text.length(); i++) {
            inline(text.charAt(i));
        }
    }

    private void inline(char c) {
        if (fenced || fenceLine) {
            run.append(c);
        } else if (c == '*' && !code) {
            if (star) {
                star = false;
                flush();
                bold = !bold;
            } else {
                star = true;
            }
        } else {
            releaseStar();
            if (c == '`') {
                flush();
                code = !code;
            } else {
                run.append(c);
            }
        }
    }

    private void releaseStar() {
        if (star) {
            star = false;
            run.append('*');
        }
    }

    private void flush() {
        if (run.length() > 0) {
            screen.text(run.toString(), style());
            run.setLength(0);
        }
    }

    private Style style() {
        if (fenceLine) {
            return Style.DIM;
        }
        if (fenced || code) {
            return Style.CYAN;
        }
        return heading || bold ? Style.BOLD : base;
    }
}
