package io.acp4j.agent;

/**
 * Serves the prompts of an agent, each as one turn.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
@FunctionalInterface
public interface PromptHandler {

    /**
     * Runs one turn; the turn ends when this returns.
     *
     * <p>Called on a handler thread; it may block and may hand the turn to other threads of its own. There is one turn at a
     * time in each session, and sessions do not hold up each other.
     *
     * @param turn the turn: what the user said, and the means to respond
     * @throws Exception to end the turn with an error: an {@link io.acp4j.rpc.AcpErrorException} is sent as it is,
     *     anything else as error -32603 without details and with a line in the log. After {@code session/cancel} the response
     *     is the stop reason {@code cancelled}, whatever is thrown
     */
    void handle(PromptTurn turn) throws Exception;
}
