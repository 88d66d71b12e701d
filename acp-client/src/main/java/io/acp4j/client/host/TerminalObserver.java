package io.acp4j.client.host;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.Objects;

/**
 * Observer of the terminals of a {@link TerminalService}, for a client that shows the output while a command runs.
 *
 * <p><b>Order.</b> For each terminal, {@link #onStarted} is called first and {@link #onReleased} last. {@link #onExited} is called at most
 * once. Output may follow it, because processes that the command has started may still write.
 *
 * <p><b>Threads.</b> The methods are called for one terminal at a time: {@link #onStarted} on the thread of a request handler, the others on
 * threads of the service. Calls for different terminals are concurrent. Exceptions and errors are logged and otherwise ignored.
 *
 * <p><b>Slow observers.</b> The service queues the events of a terminal, and at most {@link TerminalService.Builder#outputBytes} characters of
 * its output. A running command whose output exceeds this limit is delayed. After the end of the command, the oldest queued output is
 * replaced with a note that states the number of characters. A slow observer delays neither the exit nor the release of a terminal.
 *
 * <p><b>Escape sequences.</b> The output is not trusted, and contains the escape sequences that the command has written. Interpret or remove
 * them before the output is written to a terminal.
 *
 * @see TerminalService.Builder#observer
 * @since 0.1.0
 */
public interface TerminalObserver {

    /**
     * Called when a terminal has been created, before any other event of the terminal.
     *
     * @param terminal the terminal
     */
    default void onStarted(ObservedTerminal terminal) {}

    /**
     * Called when the command has written output. Standard output and error output are one stream.
     *
     * @param terminal the terminal
     * @param text whole characters, about 16,000 at most, never empty; malformed UTF-8 is replaced with {@code U+FFFD}. An escape sequence may
     *     continue in the next call.
     */
    default void onOutput(ObservedTerminal terminal, String text) {}

    /**
     * Called when the command has ended.
     *
     * @param terminal the terminal
     * @param status the exit status, as the agent receives it
     */
    default void onExited(ObservedTerminal terminal, TerminalExitStatus status) {}

    /**
     * Called when the terminal is released by the agent, or at the end of the session or the connection. Clients should continue to
     * show the output.
     *
     * @param terminal the terminal
     */
    default void onReleased(ObservedTerminal terminal) {}

    /**
     * A terminal that a {@link TerminalService} has created.
     *
     * @param id the ID that tool calls refer to, unique within this JVM
     * @param command the command that runs in it, with its session
     */
    record ObservedTerminal(TerminalId id, HostCommand command) {

        /** Checks that no component is null. */
        public ObservedTerminal {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(command, "command");
        }
    }
}
