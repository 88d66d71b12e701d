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
     * Runs the tool. Called on the thread of the turn; the turn waits for it, so what takes long looks at {@link PromptTurn#cancellation()}.
     *
     * @param request what the model wants, with its arguments as JSON
     * @param turn the turn, for its client and its cancellation
     * @param call the call as the client sees it; what the tool adds to it is shown, and it is settled when this returns
     * @return what the model is to read
     * @throws Exception when the tool fails; the model and the client are shown the message, and the turn goes on
     */
    String run(ToolExecutionRequest request, PromptTurn turn, ToolCallHandle call) throws Exception;
}
