package io.acp4j.cli.chat.screen;

import io.acp4j.inspector.text.TerminalRun;
import io.acp4j.inspector.text.TerminalStyle;
import io.acp4j.rpc.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.WCWidth;

/**
 * Serialized output to a terminal. Other output replaces the progress line. While the user types a line during an operation, the output
 * appears above it. Later output continues an incomplete row.
 */
final class Output {

    private static final String CLEAR_LINE = "\r\033[K";
    private static final String DRAFT_PROMPT = "next> ";
    private static final String ROW_ABOVE = "\033[A";
    private static final int DEFAULT_WIDTH = 80;
    private static final int TAB = 8;

    /** Components of a colour. */
    private static final int RGB = 0xffffff;

    private final Terminal terminal;
    private final LineReader reader;
    private final PrintWriter out;
    private final boolean plain;
    private boolean lineOpen;
    private boolean progressShown;
    private String draft = "";
    /** The incomplete last row of the output, narrower than the terminal; empty if none. Shown above the draft. */
    private AttributedString openRow = AttributedString.EMPTY;

    Output(Terminal terminal, LineReader reader, boolean plain) {
        this.terminal = terminal;
        this.reader = reader;
        this.out = terminal.writer();
        this.plain = plain;
    }

    int width() {
        return terminal.getWidth() > 0 ? terminal.getWidth() : DEFAULT_WIDTH;
    }

    synchronized void text(String text, Style style) {
        if (text.isEmpty()) {
            return;
        }
        AttributedString shown = styled(text, style);
        if (reader.isReading()) {
            reader.printAbove(shown);
            return;
        }
        if (!draft.isEmpty()) {
            showAboveDraft(shown);
            return;
        }
        clearProgress();
        out.print(shown.toAnsi(terminal));
        out.flush();
        lineOpen = !shown.toString().endsWith("\n");
        openRow = lastRow(shown, row -> {});
    }

    void line(String text, Style style) {
        line(styled(text, style));
    }

    void styledLine(List<TerminalRun> runs) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        for (TerminalRun run : runs) {
            String safe = VisibleText.line(run.text());
            line.append(safe, plain ? AttributedStyle.DEFAULT : attributes(run.style()));
        }
        line(line.toAttributedString());
    }

    private synchronized void line(AttributedString text) {
        if (reader.isReading()) {
            reader.printAbove(text);
            return;
        }
        if (!draft.isEmpty()) {
            if (openRow.length() > 0) {
                showAboveDraft(new AttributedString("\n"));
            }
            showAboveDraft(AttributedString.join(AttributedString.EMPTY, text, new AttributedString("\n")));
            return;
        }
        endLine();
        out.println(text.toAnsi(terminal));
        out.flush();
    }

    synchronized void endLine() {
        draft("");
        clearProgress();
        if (lineOpen) {
            out.println();
            out.flush();
            lineOpen = false;
            openRow = AttributedString.EMPTY;
        }
    }

    /** Resets the open row after the user has entered a line, because the cursor is then at the beginning of a row. */
    synchronized void lineEntered() {
        lineOpen = false;
        openRow = AttributedString.EMPTY;
    }

    /** Shows the progress of an operation, unless a line of text is open or the user types a line. */
    synchronized void progress(String text) {
        if (draft.isEmpty() && !lineOpen && isLineShown()) {
            // Only the last row of a longer text could be cleared.
            AttributedString shown = styled(text, Style.DIM).columnSubSequence(0, width() - 1);
            out.print(CLEAR_LINE + shown.toAnsi(terminal));
            out.flush();
            progressShown = true;
        }
    }

    private boolean isLineShown() {
        return !reader.isReading() && !Terminal.TYPE_DUMB.equals(terminal.getType());
    }

    synchronized void clearProgress() {
        if (progressShown) {
            out.print(CLEAR_LINE);
            out.flush();
            progressShown = false;
        }
    }

    /** Shows the line that the user types during an operation; empty for none. Its end remains visible if it is wider than the screen. */
    synchronized void draft(String text) {
        if (text.equals(draft) || (!text.isEmpty() && !isLineShown())) {
            return;
        }
        if (draft.isEmpty()) {
            clearProgress();
            if (lineOpen) {
                out.println();
            }
        }
        draft = text;
        if (text.isEmpty()) {
            clearDraft();
            out.print(openRow.toAnsi(terminal));
            lineOpen = openRow.length() > 0;
        } else {
            showDraft();
        }
        out.flush();
    }

    private AttributedString styled(String text, Style style) {
        // The text of an agent is not trusted. Characters that move the cursor or are invisible are shown by their
        // numbers.
        String safe = VisibleText.of(text);
        if (plain) {
            return new AttributedString(style == Style.STRUCK ? "~~" + safe + "~~" : safe);
        }
        return new AttributedString(safe, attributes(style));
    }

    private static AttributedStyle attributes(TerminalStyle style) {
        AttributedStyle shown = AttributedStyle.DEFAULT;
        if (style.foreground() != TerminalStyle.DEFAULT) {
            shown = TerminalStyle.isRgb(style.foreground())
                    ? shown.foregroundRgb(style.foreground() & RGB)
                    : shown.foreground(style.foreground());
        }
        if (style.background() != TerminalStyle.DEFAULT) {
            shown = TerminalStyle.isRgb(style.background())
                    ? shown.backgroundRgb(style.background() & RGB)
                    : shown.background(style.background());
        }
        shown = style.bold() ? shown.bold() : shown;
        shown = style.dim() ? shown.faint() : shown;
        shown = style.italic() ? shown.italic() : shown;
        shown = style.underline() ? shown.underline() : shown;
        return style.inverse() ? shown.inverse() : shown;
    }

    private static AttributedStyle attributes(Style style) {
        return switch (style) {
            case PLAIN -> AttributedStyle.DEFAULT;
            case DIM -> AttributedStyle.DEFAULT.faint();
            case BOLD -> AttributedStyle.BOLD;
            case RED -> AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
            case GREEN -> AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
            case CYAN -> AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
            case STRUCK -> AttributedStyle.DEFAULT.crossedOut();
        };
    }

    private void showDraft() {
        AttributedString line = AttributedString.join(
                AttributedString.EMPTY, styled(DRAFT_PROMPT, Style.DIM), styled(draft, Style.PLAIN));
        int length = line.columnLength();
        out.print(CLEAR_LINE
                + line.columnSubSequence(Math.max(0, length - width() + 1), length)
                        .toAnsi(terminal));
    }

    /** Clears the draft and the open row above it. The cursor is at the beginning of that row. */
    private void clearDraft() {
        out.print(CLEAR_LINE);
        if (openRow.length() > 0) {
            // A terminal that has become narrower shows the row in several rows.
            int rows = Math.max(1, (openRow.columnLength() + width() - 1) / width());
            out.print((ROW_ABOVE + CLEAR_LINE).repeat(rows));
        }
    }

    private void showAboveDraft(AttributedString text) {
        clearDraft();
        openRow = lastRow(text, row -> out.println(row.toAnsi(terminal)));
        if (openRow.length() > 0) {
            out.println(openRow.toAnsi(terminal));
        }
        showDraft();
        out.flush();
    }

    /** Continues the open row with text. Returns the new open row. */
    private AttributedString lastRow(AttributedString text, Consumer<AttributedString> completeRow) {
        AttributedString all = AttributedString.join(AttributedString.EMPTY, openRow, text);
        String characters = all.toString();
        int width = width();
        int from = 0;
        for (int end = rowEnd(characters, 0, width); end >= 0; end = rowEnd(characters, from, width)) {
            completeRow.accept(all.subSequence(from, end));
            boolean isLine = end < characters.length() && characters.charAt(end) == '\n';
            from = isLine ? end + 1 : end;
        }
        return all.subSequence(from, all.length());
    }

    /** Returns the end of the row of a text that starts at an index; -1 if the text may still extend the row. */
    static int rowEnd(String text, int from, int width) {
        int columns = 0;
        int end = from;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            if (character == '\n') {
                return end;
            }
            int next = end + Character.charCount(character);
            columns = character == '\t'
                    ? Math.min(width - 1, (columns / TAB + 1) * TAB)
                    : columns + Math.max(0, WCWidth.wcwidth(character));
            if (columns > width) {
                return end == from ? next : end;
            }
            end = next;
        }
        return columns == width ? end : -1;
    }
}
