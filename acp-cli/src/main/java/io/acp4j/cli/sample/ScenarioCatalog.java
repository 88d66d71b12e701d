package io.acp4j.cli.sample;

import io.acp4j.schema.update.AvailableCommand;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands of the sample agent and their scenarios. */
final class ScenarioCatalog {

    /** A command that the agent advertises. */
    record Entry(String name, String description, @Nullable String hint, Scenario scenario) {

        AvailableCommand advertised() {
            return hint == null ? AvailableCommand.of(name, description) : AvailableCommand.of(name, description, hint);
        }
    }

    static final List<Entry> ENTRIES = List.of(
            new Entry("tour", "Plays the scenarios that end by themselves", null, new TourScenario()),
            new Entry("think", "Shows thoughts before the answer", null, new ThoughtScenario()),
            new Entry("plan", "Shows a plan that advances", null, new PlanScenario()),
            new Entry("steps", "Runs a tool call with nested tool calls", null, new StepsScenario()),
            new Entry("tools", "Runs one tool call of each kind", null, new ToolKindsScenario()),
            new Entry("diff", "Proposes an edit with a diff of 500 lines", "number of lines", new DiffScenario()),
            new Entry("terminal", "Runs a command with coloured output", null, new TerminalScenario()),
            new Entry("permission", "Requests permission to delete a directory", null, new PermissionScenario()),
            new Entry("form", "Requests values in a form", null, new FormScenario()),
            new Entry("markdown", "Writes a long text with tables and code", null, new MarkdownScenario()),
            new Entry("media", "Sends an image, a link and a file", null, new MediaScenario()),
            new Entry("flood", "Sends 2,000 updates at once", "number of updates", new FloodScenario()),
            new Entry("error", "Fails with an error response", "message of the error", new ErrorScenario()),
            new Entry("hang", "Waits until you cancel the turn", null, new HangScenario()),
            new Entry("crash", "Ends the process of the agent during the turn", null, new CrashScenario()),
            new Entry("commands", "Lists these commands", null, new CommandListScenario()));

    private static final String PREFIX = "/";

    private ScenarioCatalog() {}

    /** Answers a prompt with the scenario of its command. Plain text receives a short answer. */
    static void answer(ScenarioTurn turn) throws Exception {
        String text = turn.turn().text().strip();
        if (!text.startsWith(PREFIX)) {
            new AnswerScenario().play(turn, text);
            return;
        }
        String[] words = text.substring(PREFIX.length()).split("\\s+", 2);
        Entry entry = find(words[0]);
        if (entry == null) {
            turn.say("There is no command `/" + words[0].replace("`", "") + "`. The commands are " + names() + ".");
        } else {
            entry.scenario().play(turn, words.length > 1 ? words[1].strip() : "");
        }
    }

    static @Nullable Entry find(String name) {
        return ENTRIES.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String names() {
        return ENTRIES.stream().map(entry -> "`/" + entry.name() + "`").collect(Collectors.joining(", "));
    }

    /**
     * Reads the number that may follow a command.
     *
     * @return the number, or the default value if the text is empty
     * @throws IllegalArgumentException if the text is not a number from 1 to the maximum
     */
    static int number(String argument, int defaultValue, int max) {
        if (argument.isEmpty()) {
            return defaultValue;
        }
        // More digits would not fit an int.
        if (argument.matches("\\d{1,9}")) {
            int number = Integer.parseInt(argument);
            if (number >= 1 && number <= max) {
                return number;
            }
        }
        throw new IllegalArgumentException("The number must be from 1 to " + max + ".");
    }
}
