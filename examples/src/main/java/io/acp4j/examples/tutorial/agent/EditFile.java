package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;

/** Lets the model replace a piece of a file; the user sees the change before it is made. */
public final class EditFile implements Tool {

    @Override
    public String name() {
        return "edit_file";
    }

    @Override
    public String description() {
        return "Replaces a text that occurs exactly once in a file of the project.";
    }

    @Override
    public String parameters() {
        return """
                {"type": "object", "required": ["path", "old", "new"], "properties": {
                  "path": {"type": "string"}, "old": {"type": "string"}, "new": {"type": "string"}}}""";
    }

    @Override
    public ToolKind kind() {
        return ToolKind.EDIT;
    }

    @Override
    public String title(JsonNode arguments) {
        return "Edit " + arguments.path("path").asText();
    }

    // snippet:edit
    @Override
    public String run(PromptTurn turn, Step step, JsonNode arguments) {
        String path =
                Workspace.of(turn.session()).resolve(arguments.path("path").asText());
        String before = Workspace.read(turn, path);
        String after = replaced(
                before, arguments.path("old").asText(), arguments.path("new").asText());
        step.shown().location(path).content(ToolCallContent.diff(path, before, after));
        step.requirePermission();
        Workspace.write(turn, path, after);
        return "done";
    }
    // end

    private static String replaced(String text, String old, String replacement) {
        int at = text.indexOf(old);
        if (old.isEmpty() || at < 0 || text.indexOf(old, at + 1) >= 0) {
            throw new IllegalArgumentException("the text to replace must occur exactly once");
        }
        return text.substring(0, at) + replacement + text.substring(at + old.length());
    }
}
