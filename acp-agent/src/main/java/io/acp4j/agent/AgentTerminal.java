package io.acp4j.agent;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.tool.Terminal;

/**
 * A terminal of the agent. The agent runs the command, and the client shows the reported output. Each method sends an update.
 *
 * <p>Safe for use by any number of threads. A terminal may outlive the turn that opened it. After its command has ended, all methods except
 * {@link #id()} and {@link #content()} throw {@link IllegalStateException}.
 *
 * @see AgentSession#openTerminal
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public interface AgentTerminal {

    /**
     * Names the terminal.
     *
     * @return its id, of no other terminal of the session
     */
    TerminalId id();

    /**
     * Returns the terminal as content of a tool call.
     *
     * @return the content
     */
    default Terminal content() {
        return Terminal.of(id());
    }

    /**
     * Shows more output.
     *
     * @param output bytes that the command has written; they may end within a character
     */
    void write(byte[] output);

    /**
     * Shows how large the terminal is.
     *
     * @param columns its columns, at least 1
     * @param rows its rows, at least 1
     */
    void size(int columns, int rows);

    /**
     * Lets the client ask for the end of the command, until it has ended. When the session ends before, the action runs as well.
     *
     * @param action ends the command, on a handler thread; what it throws is an error for the client. It is {@link #exited} or {@link
     *     #killed} that shows the end
     */
    void onCancel(Runnable action);

    /**
     * Shows that the command has ended by itself.
     *
     * @param code its exit code
     */
    void exited(long code);

    /**
     * Shows that a signal has ended the command.
     *
     * @param signal its name
     */
    void killed(String signal);
}
