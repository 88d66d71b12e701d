package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.tool.ToolKind;

/** Something that the model may do. */
// snippet:tool
public interface Tool {

    String name();

    String description();

    /** Returns a JSON Schema of the arguments. */
    String parameters();

    ToolKind kind();

    /** Returns one line for the user. */
    String title(JsonNode arguments);

    /** Runs the tool and returns the text for the model; an exception tells the model that it failed. */
    String run(PromptTurn turn, Step step, JsonNode arguments) throws Exception;
}
// end
