package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.Map;

/** Runs a task of a sub-agent: a tool call, and nested tool calls that name it in their metadata. */
final class StepsScenario implements Scenario {

    private record Step(String title, ToolKind kind, String file, String result) {}

    private static final List<Step> STEPS = List.of(
            new Step("Search for “ITEM_”", ToolKind.SEARCH, "src", "250 matches in 1 file"),
            new Step("Read Inventory.java", ToolKind.READ, "src/Inventory.java", "301 lines"),
            new Step("Read InventoryTest.java", ToolKind.READ, "src/InventoryTest.java", "not found"),
            new Step("Summarize the results", ToolKind.THINK, ".", "250 constants, no test"));

    private static final int FAILED = 2;

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("I hand the search to a sub-agent. Each of its steps is a nested tool call.");
        ToolCallHandle task = turn.turn()
                .toolCall("Task: find the constants of the inventory", ToolKind.OTHER)
                .rawInput(Map.of("agent", "explorer", "prompt", "Find the constants of the inventory"))
                .inProgress();
        for (int i = 0; i < STEPS.size(); i++) {
            nested(turn, task, i);
        }
        task.complete("The inventory has 250 constants. It has no test.");
        turn.say("The sub-agent found 250 constants. One of its steps failed, which did not end the task.");
    }

    private static void nested(ScenarioTurn turn, ToolCallHandle task, int number) throws InterruptedException {
        Step step = STEPS.get(number);
        // The protocol has no member for nesting. Clients recognise the metadata of the most common agent.
        Meta parent = Meta.of("claudeCode", Map.of("parentToolUseId", task.id().value()));
        ToolCallHandle call = turn.turn()
                .toolCall(ToolCall.builder(new ToolCallId(task.id().value() + "-" + (number + 1)), step.title())
                        .kind(step.kind())
                        .status(ToolCallStatus.IN_PROGRESS)
                        .locations(List.of(ToolCallLocation.of(turn.path(step.file()))))
                        .meta(parent)
                        .build());
        turn.pauseStep();
        if (number == FAILED) {
            call.fail(step.result());
        } else {
            call.complete(step.result());
        }
    }
}
