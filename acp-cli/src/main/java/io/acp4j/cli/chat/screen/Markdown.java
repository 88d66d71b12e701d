package io.acp4j.cli.chat.screen;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders Markdown while it streams: headings, bullets, tasks, tables, code, and bold and struck-through text. It buffers a table, the
 * first characters of a line, and a character that may be the first of two. A pipe receives the text unchanged.
 */
public final class Markdown {

    private static final Pattern START = Pattern.compile(
            "(?<indent>\\s*)(?:(?<heading>#{1,6}) |(?<bullet>[-*+]) (?:\\[(?<task>[ xX])\\] )?|(?<fence>```)|(?<table>\\|)).*",
            Pattern.DOTALL);
    private static final Pattern MAY_START =
            Pattern.compile("\\s{0,8}(?:#{0,6}|[-*+](?: (?:\\[(?:[ xX](?:\\] ?)?)?)?)?|`{0,2})");

    private final Screen screen;
    private final Style base;
    private final InlineMarkdown inline;
    private final StringBuilder start = new StringBuilder();
    private final StringBuilder tableLine = new StringBuilder();
    private MarkdownTable table = new MarkdownTable();
    private State state = State.LINE_START;
    private boolean fenced;

    private enum State {
        /** The first characters of a line, which decide about the rest. */
        LINE_START,
        TEXT,
        /** A line of a code block, and one that starts or ends it. */
        CODE,
        TABLE
    }

    /**
     * Starts a text.
     *
     * @param screen the screen to show it on
     * @param base the style of plain text
     */
    public Markdown(Screen screen, Style base) {
        this.screen = screen;
        this.base = base;
        this.inline = new InlineMarkdown(screen::text, base);
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
        inline.flush();
    }

    /** Ends the text, and shows its buffered rest. */
    public void end() {
        if (state == State.LINE_START) {
            decide();
        }
        if (state == State.TABLE) {
            tableRow();
        }
        endTable();
        inline.end();
        screen.endLine();
    }

    private void take(char c) {
        if (c == '\n') {
            newLine();
            return;
        }
        switch (state) {
            case LINE_START -> {
                start.append(c);
                if (!MAY_START.matcher(start).matches()) {
                    decide();
                }
            }
            case TEXT -> inline.append(c);
            case CODE -> inline.literal(String.valueOf(c));
            case TABLE -> tableLine.append(c);
        }
    }

    private void newLine() {
        if (state == State.LINE_START) {
            decide();
        }
        if (state == State.TABLE) {
            tableRow();
        } else {
            inline.literal("\n");
            inline.end();
        }
        state = State.LINE_START;
        inline.begin(base);
    }

    private void decide() {
        String text = start.toString();
        start.setLength(0);
        Matcher line = START.matcher(text);
        boolean isStart = line.matches();
        if (isStart && line.group("table") != null && !fenced) {
            state = State.TABLE;
            tableLine.append(text);
            return;
        }
        endTable();
        if (isStart && line.group("fence") != null) {
            fenced = !fenced;
            state = State.CODE;
            inline.begin(Style.DIM);
            inline.literal(text);
        } else if (fenced) {
            state = State.CODE;
            inline.begin(Style.CYAN);
            inline.literal(text);
        } else {
            state = State.TEXT;
            inline.begin(isStart && line.group("heading") != null ? Style.BOLD : base);
            inline.append(isStart ? shown(line, text) : text);
        }
    }

    /** Returns the beginning of a line with its mark in the form for people. */
    private static String shown(Matcher line, String text) {
        if (line.group("heading") != null) {
            return text.substring(line.end("heading") + 1);
        }
        String task = line.group("task");
        String mark = task == null ? "• " : task.equals(" ") ? "☐ " : "☑ ";
        return line.group("indent")
                + mark
                + text.substring(task == null ? line.end("bullet") + 1 : line.end("task") + 2);
    }

    private void tableRow() {
        table.add(tableLine.toString());
        tableLine.setLength(0);
        if (table.isFull()) {
            endTable();
        }
    }

    private void endTable() {
        if (!table.isEmpty()) {
            table.show(screen, base);
            table = new MarkdownTable();
        }
    }
}
