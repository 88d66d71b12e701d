package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.HashMap;
import java.util.Map;

/** Shows the commands that the agent runs in terminals of this client, with their output while they run. Thread-safe. */
public final class TerminalOutputView implements TerminalObserver {

    private final Screen screen;
    private final Map<TerminalId, TerminalOutputPrinter> running = new HashMap<>();

    /** Creates a view on a screen. */
    public TerminalOutputView(Screen screen) {
        this.screen = screen;
    }

    @Override
    public synchronized void onStarted(ObservedTerminal terminal) {
        running.put(terminal.id(), new TerminalOutputPrinter(screen));
        screen.line("$ " + terminal.command().commandLine(), Style.BOLD);
    }

    @Override
    public synchronized void onOutput(ObservedTerminal terminal, String text) {
        TerminalOutputPrinter printer = running.get(terminal.id());
        if (printer != null) {
            printer.append(text);
        }
    }

    @Override
    public synchronized void onExited(ObservedTerminal terminal, TerminalExitStatus status) {
        TerminalOutputPrinter printer = running.remove(terminal.id());
        if (printer != null) {
            printer.end(status);
        }
    }
}
