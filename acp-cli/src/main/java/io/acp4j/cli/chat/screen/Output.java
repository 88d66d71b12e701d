package io.acp4j.cli.chat.screen;

import io.acp4j.rpc.VisibleText;
import java.io.PrintWriter;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** Serialized output to a terminal. Other output replaces the progress line. */
final class Output {

    private static final String CLEAR_LINE = "\r\033[K";

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

    synchronized void line(String text, Style style) {
        if (reader.isReading()) {
            reader.printAbove(styled(text, style));
            return;
        }
        endLine();
        out.println(styled(text, style).toAnsi(terminal));
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
