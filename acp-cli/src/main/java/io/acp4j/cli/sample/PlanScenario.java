package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanEntryPriority;
import io.acp4j.schema.plan.PlanEntryStatus;
import io.acp4j.schema.tool.ToolKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows a plan whose entries are completed one after the other, each by a tool call. */
final class PlanScenario implements Scenario {

    private record Step(String content, PlanEntryPriority priority, String call, ToolKind kind, String file) {}

    private static final List<Step> STEPS = List.of(
            new Step(
                    "Read the inventory",
                    PlanEntryPriority.HIGH,
                    "Read Inventory.java",
                    ToolKind.READ,
                    "src/Inventory.java"),
            new Step("Find its users", PlanEntryPriority.HIGH, "Search for “Inventory”", ToolKind.SEARCH, "src"),
            new Step(
                    "Replace the constants",
                    PlanEntryPriority.MEDIUM,
                    "Edit Inventory.java",
                    ToolKind.EDIT,
                    "src/Inventory.java"),
            new Step("Run the tests", PlanEntryPriority.LOW, "Run the tests", ToolKind.EXECUTE, "."));

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("I work through a plan of " + STEPS.size() + " steps.");
        for (int current = 0; current < STEPS.size(); current++) {
            turn.turn().plan(entries(current));
            Step step = STEPS.get(current);
            ToolCallHandle call = turn.run(step.call(), step.kind(), step.file());
            call.complete("Done: " + step.content().toLowerCase(Locale.ROOT) + ".");
        }
        turn.turn().plan(entries(STEPS.size()));
        turn.say("All steps are complete. No file was changed: this agent only shows the messages.");
    }

    private static List<PlanEntry> entries(int current) {
        List<PlanEntry> entries = new ArrayList<>();
        for (int i = 0; i < STEPS.size(); i++) {
            PlanEntryStatus status = i < current
                    ? PlanEntryStatus.COMPLETED
                    : i == current ? PlanEntryStatus.IN_PROGRESS : PlanEntryStatus.PENDING;
            entries.add(PlanEntry.of(STEPS.get(i).content(), STEPS.get(i).priority(), status));
        }
        return entries;
    }
}
