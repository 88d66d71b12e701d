package io.acp4j.agent.internal.model;

import io.acp4j.agent.ToolCallHandle;
import java.util.List;

/** The conversation of one turn in the types of a library; used by the thread of the turn. */
public interface ModelConversation {

    /**
     * Sets the messages with which the conversation begins.
     *
     * @param history all messages, including the prompt of this turn
     */
    void begin(List<ModelMessage> history);

    /**
     * Sends messages to the model, without tools, and returns its text. Nothing is sent to the client.
     *
     * @param messages the messages after the instructions
     * @return the text
     * @throws Exception when the model fails, or the turn is cancelled
     */
    String summarize(List<ModelMessage> messages) throws Exception;

    /**
     * Asks the model what comes next. What it says and thinks is sent to the client while it comes, and kept here.
     *
     * @return the tools that it wants called; empty when it is done
     * @throws Exception when the model fails, or the turn is cancelled
     */
    List<ModelCall> next() throws Exception;

    /**
     * Calls a tool.
     *
     * @param call what the model wants
     * @param shown the call as the client sees it
     * @return what the model is to read
     * @throws Exception when the tool fails, or there is none of that name
     */
    String call(ModelCall call, ToolCallHandle shown) throws Exception;

    /**
     * Keeps what has come of the calls, for the next request.
     *
     * @param results one for each call
     */
    void add(ModelMessage.Results results);
}
