package io.acp4j.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;

/**
 * Runs a tool whose specification was made by hand.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LangChain4jTool {

    /**
     * Runs the tool. Called on the thread of the turn, which waits for the result. A tool that takes long should observe
     * {@link PromptTurn#cancellation()}.
     *
     * @param request the request of the model, with its arguments as JSON
     * @param turn the turn, for its client and its cancellation
     * @param call the call that the client shows, for additional output; it is settled when this method returns
     * @return the result for the model
     * @throws Exception if the tool fails; the model and the client receive the message, and the turn continues
     */
    String run(ToolExecutionRequest request, PromptTurn turn, ToolCallHandle call) throws Exception;
}
