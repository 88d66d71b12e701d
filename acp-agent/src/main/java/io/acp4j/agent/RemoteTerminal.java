package io.acp4j.agent;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import java.util.concurrent.CompletableFuture;

/**
 * A terminal of the client that runs a program for the agent; to be released when it is no longer needed.
 *
 * <p>Safe for use by any number of threads. Its calls fail as {@link
 * io.acp4j.rpc.Connection#request(io.acp4j.schema.RequestMethod, Object)} does.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals">the specification</a>
 * @since 0.1.0
 */
public interface RemoteTerminal extends AutoCloseable {

    /**
     * Names the terminal, to show it in a tool call.
     *
     * @return its id
     */
    TerminalId id();

    /**
     * Asks what the program has written so far and whether it still runs.
     *
     * @return the output, and the exit status once there is one
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#getting-output">the specification</a>
     */
    TerminalOutputResponse output();

    /**
     * Asks what the program has written so far, without waiting.
     *
     * @return a future of the output
     */
    CompletableFuture<TerminalOutputResponse> outputAsync();

    /**
     * Waits for the program's end, for as long as it takes.
     *
     * @return how it ended
     * @throws io.acp4j.rpc.RequestCancelledException when the turn that made the terminal is cancelled; the program is not
     *     stopped thereby
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#waiting-for-exit">the specification</a>
     */
    TerminalExitStatus waitForExit();

    /**
     * Waits for the program's end without holding a thread.
     *
     * @return a future of how it ended
     */
    CompletableFuture<TerminalExitStatus> waitForExitAsync();

    /**
     * Stops the program; the terminal with its output remains.
     *
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#killing-commands">the specification</a>
     */
    void kill();

    /**
     * Stops the program, without waiting.
     *
     * @return a future that completes when the client has stopped it
     */
    CompletableFuture<Void> killAsync();

    /**
     * Stops the program if it still runs and frees the terminal; it cannot be used any more. Without effect the second
     * time.
     *
     * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#releasing-terminals">the specification</a>
     */
    void release();

    /**
     * Frees the terminal, without waiting.
     *
     * @return a future that completes when it is free
     */
    CompletableFuture<Void> releaseAsync();

    /** Releases the terminal. */
    @Override
    default void close() {
        release();
    }
}
