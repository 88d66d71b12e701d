package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.tool.ToolKind;

/** Lets the model read files through the client, which knows what its editors have not saved yet. */
// snippet:read
public final class ReadFile implements Tool {

    @Override
    public String name() {
        return "read_file";
    }

    @Override
    public String description() {
        return "Reads a text file of the project.";
    }

    @Override
    public String parameters() {
        return """
                {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}""";
    }

    @Override
    public ToolKind kind() {
        return ToolKind.READ;
    }

    @Override
    public String title(JsonNode arguments) {
        return "Read " + arguments.path("path").asText();
    }

    @Override
    public String run(PromptTurn turn, Step step, JsonNode arguments) {
        String path =
                Workspace.of(turn.session()).resolve(arguments.path("path").asText());
        step.shown().location(path);
        return Workspace.read(turn, path);
    }
}
// end
