package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.inspector.text.TerminalRenderer;
import io.acp4j.inspector.text.TerminalRun;
import io.acp4j.inspector.text.TerminalStyle;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.ArrayList;
import java.util.List;

/** Shows the output of one terminal: each line when it is complete, and then the exit status. Not thread-safe. */
final class TerminalOutputPrinter {

    private static final TerminalRun INDENT = new TerminalRun("  ", TerminalStyle.PLAIN);

    private final Screen screen;
    private final TerminalRenderer renderer = new TerminalRenderer();

    TerminalOutputPrinter(Screen screen) {
        this.screen = screen;
    }

    void append(String output) {
        renderer.append(output);
        renderer.takeFinished().forEach(this::line);
    }

    /** Shows the last line. */
    void end() {
        renderer.lines().forEach(this::line);
    }

    /** Shows the last line and the exit status. */
    void end(TerminalExitStatus exit) {
        end();
        String how = exit.signal() != null
                ? "signal " + exit.signal()
                : exit.exitCode() == null ? "ended" : "exit code " + exit.exitCode();
        screen.line("  (" + VisibleText.line(how) + ")", Style.DIM);
    }

    private void line(List<TerminalRun> runs) {
        List<TerminalRun> line = new ArrayList<>(runs);
        line.add(0, INDENT);
        screen.styledLine(line);
    }
}
