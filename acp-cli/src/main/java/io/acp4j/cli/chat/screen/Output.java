package io.acp4j.cli.chat.screen;

import io.acp4j.inspector.text.TerminalRun;
import io.acp4j.inspector.text.TerminalStyle;
import io.acp4j.rpc.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Serialized output to a terminal. Other output replaces the progress line. */
final class Output {

    private static final String CLEAR_LINE = "\r\033[K";

    /** Components of a colour. */
    private static final int RGB = 0xffffff;

    private final Terminal terminal;
    private final LineReader reader;
    private final PrintWriter out;
    private final boolean plain;
    private boolean lineOpen;
    private boolean progressShown;

    Output(Terminal terminal, LineReader reader, boolean plain) {
        this.terminal = terminal;
        this.reader = reader;
        this.out = terminal.writer();
        this.plain = plain;
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
        clearProgress();
        out.print(shown.toAnsi(terminal));
        out.flush();
        lineOpen = !text.endsWith("\n");
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
        endLine();
        out.println(text.toAnsi(terminal));
        out.flush();
    }

    synchronized void endLine() {
        clearProgress();
        if (lineOpen) {
            out.println();
            out.flush();
            lineOpen = false;
        }
    }

    /** Shows the progress of an operation, unless a line of text is open. */
    synchronized void progress(String text) {
        if (!lineOpen && !reader.isReading() && !Terminal.TYPE_DUMB.equals(terminal.getType())) {
            out.print(CLEAR_LINE + styled(text, Style.DIM).toAnsi(terminal));
            out.flush();
            progressShown = true;
        }
    }

    synchronized void clearProgress() {
        if (progressShown) {
            out.print(CLEAR_LINE);
            out.flush();
            progressShown = false;
        }
    }

    private AttributedString styled(String text, Style style) {
        // The text of an agent is not trusted. Characters that move the cursor or are invisible are shown by their
        // numbers.
        String safe = VisibleText.of(text);
        return plain ? new AttributedString(safe) : new AttributedString(safe, attributes(style));
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
        };
    }
}
