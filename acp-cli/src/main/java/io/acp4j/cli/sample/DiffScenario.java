package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;

/** Proposes an edit of a generated file: half of the lines of its diff are removed, the other half added. */
final class DiffScenario implements Scenario {

    private static final int DEFAULT_LINES = 500;
    private static final int MAX_LINES = 20_000;

    /** The number of changed lines between two unchanged ones. */
    private static final int GROUP = 5;

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        int items = Math.max(1, ScenarioCatalog.number(argument, DEFAULT_LINES, MAX_LINES) / 2);
        turn.sayMessage("I replace " + items + " integer constants by objects.");
        ToolCallHandle call = turn.run("Edit Inventory.java", ToolKind.EDIT, "src/Inventory.java");
        call.complete(ToolCallContent.diff(turn.path("src/Inventory.java"), file(items, false), file(items, true)));
        turn.say("The diff has " + 2 * items + " changed lines. The file itself was not written: this is a sample.");
    }

    private static String file(int items, boolean edited) {
        StringBuilder text = new StringBuilder(
                "package inventory;\n\n/** The items of the inventory. */\nfinal class Inventory {\n");
        for (int i = 1; i <= items; i++) {
            if (i % GROUP == 1) {
                text.append("\n    // Shelf ").append((i + GROUP - 1) / GROUP).append('\n');
            }
            String name = String.format("ITEM_%03d", i);
            text.append(
                    edited
                            ? "    static final Item " + name + " = Item.of(" + i + ");\n"
                            : "    static final int " + name + " = " + i + ";\n");
        }
        return text.append("}\n").toString();
    }
}
