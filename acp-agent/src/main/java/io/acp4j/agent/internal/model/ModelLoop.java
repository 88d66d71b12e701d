package io.acp4j.agent.internal.model;

import io.acp4j.agent.PromptTurn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a turn: the model speaks and wants tools called, the tools are called, and the model is asked again. */
public final class ModelLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ModelLoop.class);

    private ModelLoop() {}

    /**
     * Runs a turn to its end. That is the stop reason {@code max_turn_requests} when the model always wants more.
     *
     * @throws AcpErrorException when the model fails; why is in the log
     * @throws Exception when the turn is cancelled
     */
    public static void run(PromptTurn turn, ModelConversation conversation, ModelSettings settings) throws Exception {
        conversation.begin(ModelCompaction.history(turn, conversation, settings));
        ToolCalls tools = new ToolCalls(turn, conversation, settings);
        for (int request = 0; request < settings.maxRequests(); request++) {
            turn.cancellation().throwIfCancelled();
            List<ModelCall> calls = next(turn, conversation);
            turn.endMessage();
            if (calls.isEmpty()) {
                return;
            }
            conversation.add(new ModelMessage.Results(tools.run(calls)));
        }
        turn.stop(StopReason.MAX_TURN_REQUESTS);
    }

    private static List<ModelCall> next(PromptTurn turn, ModelConversation conversation) throws Exception {
        try {
            return conversation.next();
        } catch (AcpException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            turn.cancellation().throwIfCancelled();
            LOG.error("the model failed in a turn of session {}", turn.session().id(), e);
            throw AcpErrorException.internalError("The model failed; the log of the agent says why");
        }
    }
}
