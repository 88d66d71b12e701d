package io.acp4j.langchain4j.internal;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;

/**
 * A tool and what runs it.
 *
 * @param specification what the model knows of it
 * @param body what it does
 */
public record BoundTool(ToolSpecification specification, Body body) {

    /** What a tool does. */
    @FunctionalInterface
    public interface Body {

        /** Does it, and returns what the model is to read. */
        String run(ToolExecutionRequest request, PromptTurn turn, ToolCallHandle call) throws Exception;
    }
}
