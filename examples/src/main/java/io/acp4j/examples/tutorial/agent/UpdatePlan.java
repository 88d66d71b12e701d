package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.ToolKind;
import java.util.ArrayList;
import java.util.List;

/** Lets the model show what it is going to do. */
public final class UpdatePlan implements Tool {

    @Override
    public String name() {
        return "update_plan";
    }

    @Override
    public String description() {
        return "Shows the user all tasks, done or not. Call it again whenever one of them changes.";
    }

    @Override
    public String parameters() {
        return """
                {"type": "object", "required": ["tasks"], "properties": {"tasks": {"type": "array", "items": {
                  "type": "object", "required": ["text", "done"],
                  "properties": {"text": {"type": "string"}, "done": {"type": "boolean"}}}}}}""";
    }

    @Override
    public ToolKind kind() {
        return ToolKind.THINK;
    }

    @Override
    public String title(JsonNode arguments) {
        return "Update the plan";
    }

    // snippet:plan
    @Override
    public String run(PromptTurn turn, Step step, JsonNode arguments) {
        List<PlanEntry> tasks = new ArrayList<>();
        boolean begun = false;
        for (JsonNode task : arguments.path("tasks")) {
            PlanEntry entry = PlanEntry.of(task.path("text").asText());
            boolean done = task.path("done").asBoolean();
            tasks.add(done ? entry.completed() : begun ? entry : entry.inProgress());
            begun |= !done;
        }
        turn.plan(tasks);
        return "shown";
    }
    // end
}
