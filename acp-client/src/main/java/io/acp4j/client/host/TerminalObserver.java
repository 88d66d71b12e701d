package io.acp4j.client.host;

import io.acp4j.schema.terminal.TerminalExitStatus;

/**
 * Observer of the terminals of a {@link TerminalService}, for a client that shows the output while a command runs.
 *
 * <p><b>Order.</b> For each terminal, {@link #onStarted} is called first and {@link #onReleased} last. {@link #onExited} is called at most
 * once. Output may follow it, because processes that the command has started may still write.
 *
 * <p><b>Threads.</b> The methods are called for one terminal at a time, on threads of the service or of a request handler. Calls for different
 * terminals are concurrent. The output is not queued: a method that blocks delays the command as soon as the pipe of the operating system is
 * full. It does not delay {@code terminal/output}, which returns what has been read before. A method must not release a terminal or close
 * the connection. Exceptions are logged and otherwise ignored.
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
     * @param text whole characters of at most 16 KiB of output, never empty; malformed UTF-8 is replaced with {@code U+FFFD}. An escape
     *     sequence may continue in the next call.
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
}
