package io.acp4j.client;

import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;

/**
 * Runs commands for the agent. Registering one advertises the capability {@code terminal}, which stands for all five
 * methods.
 *
 * <p>Called on handler threads, several at once. A terminal that is not known is refused by throwing
 * {@link io.acp4j.rpc.AcpErrorException#notFound}.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals">the specification</a>
 * @since 0.1.0
 */
public interface TerminalHandler {

    /**
     * Starts a command; does not wait for its end.
     *
     * @param request the command, its arguments, environment, directory and how much output is kept
     * @param context what is known about the request
     * @return names the terminal
     * @throws Exception to respond with an error
     */
    CreateTerminalResponse create(CreateTerminalRequest request, RequestContext context) throws Exception;

    /**
     * Returns what a command has written so far, without waiting.
     *
     * @param request names the terminal
     * @param context what is known about the request
     * @return the output that was kept, and how the command ended if it has
     * @throws Exception to respond with an error
     */
    TerminalOutputResponse output(TerminalOutputRequest request, RequestContext context) throws Exception;

    /**
     * Waits for the end of a command; may block. When the agent no longer wants the response,
     * {@link RequestContext#cancellation()} tells.
     *
     * @param request names the terminal
     * @param context what is known about the request
     * @return how the command ended
     * @throws Exception to respond with an error
     */
    WaitForTerminalExitResponse waitForExit(WaitForTerminalExitRequest request, RequestContext context)
            throws Exception;

    /**
     * Ends a command; its terminal stays until it is released.
     *
     * @param request names the terminal
     * @param context what is known about the request
     * @return the acknowledgement
     * @throws Exception to respond with an error
     */
    KillTerminalResponse kill(KillTerminalRequest request, RequestContext context) throws Exception;

    /**
     * Frees a terminal, ending its command if it still runs.
     *
     * @param request names the terminal
     * @param context what is known about the request
     * @return the acknowledgement
     * @throws Exception to respond with an error
     */
    ReleaseTerminalResponse release(ReleaseTerminalRequest request, RequestContext context) throws Exception;
}
