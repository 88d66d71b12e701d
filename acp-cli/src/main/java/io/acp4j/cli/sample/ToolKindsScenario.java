package io.acp4j.cli.sample;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;
import java.util.Map;

/** Runs a tool call of each kind, with locations, input and output. */
final class ToolKindsScenario implements Scenario {

    private record Call(ToolKind kind, String title, String file, Map<String, Object> input, String output) {}

    private static final List<Call> CALLS = List.of(
            new Call(ToolKind.READ, "Read pom.xml", "pom.xml", Map.of("path", "pom.xml"), "<project>…</project>"),
            new Call(
                    ToolKind.EDIT,
                    "Edit pom.xml",
                    "pom.xml",
                    Map.of("path", "pom.xml", "replace", "1.0"),
                    "1 line changed"),
            new Call(ToolKind.DELETE, "Delete old.txt", "old.txt", Map.of("path", "old.txt"), "not deleted: a sample"),
            new Call(
                    ToolKind.MOVE,
                    "Move a.txt to b.txt",
                    "a.txt",
                    Map.of("from", "a.txt", "to", "b.txt"),
                    "not moved: a sample"),
            new Call(ToolKind.SEARCH, "Search for “TODO”", "src", Map.of("pattern", "TODO", "limit", 20), "3 matches"),
            new Call(ToolKind.EXECUTE, "Run the tests", ".", Map.of("command", "mvn test"), "42 tests passed"),
            new Call(ToolKind.THINK, "Compare two solutions", ".", Map.of("solutions", 2), "the first is shorter"),
            new Call(
                    ToolKind.FETCH,
                    "Fetch the specification",
                    ".",
                    Map.of("url", "https://agentclientprotocol.com"),
                    "not fetched: a sample"),
            new Call(ToolKind.OTHER, "Count the files", ".", Map.of("recursive", true), "17 files"));

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("One tool call of each kind. The agent only reports them; nothing is changed.");
        for (Call each : CALLS) {
            ToolCallHandle call = turn.turn()
                    .toolCall(each.title(), each.kind())
                    .rawInput(each.input())
                    .location(turn.path(each.file()), 1L)
                    .inProgress();
            turn.pauseStep();
            call.rawOutput(Map.of("result", each.output()));
            call.complete(each.output());
        }
        ToolCallHandle failed = turn.run("Read missing.txt", ToolKind.READ, "missing.txt");
        failed.fail("The file missing.txt does not exist.");
        turn.say("All kinds were shown. The last call failed, as an example of that status.");
    }
}
