package io.acp4j.benchmarks.stdio;

import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.Map;

/** The mixture of updates of WORKLOAD.md. Each is made anew, as an agent would. */
final class MixedUpdates {

    private static final int CYCLE = 20;
    private static final ToolCallId EDIT = new ToolCallId("call-1");
    private static final ToolCallId RUN = new ToolCallId("call-2");
    private static final String PATH = "/home/user/project/src/main.c";

    private final String text;
    private final String oldCode;
    private final String newCode;

    MixedUpdates() {
        text = Texts.of("ascii");
        oldCode = Texts.of("code");
        newCode = oldCode + oldCode;
    }

    void send(PromptTurn turn, int count) {
        for (int i = 0; i < count; i++) {
            send(turn, i, i % CYCLE);
        }
    }

    private void send(PromptTurn turn, int number, int kind) {
        switch (kind) {
            case 0 ->
                turn.plan(
                        PlanEntry.of("Find the fault").completed(),
                        PlanEntry.of("Mend it").inProgress(),
                        PlanEntry.of("Run the tests"));
            case 5 ->
                turn.update(ToolCall.builder(EDIT, "Edit main.c")
                        .kind(ToolKind.EDIT)
                        .status(ToolCallStatus.PENDING)
                        .locations(List.of(ToolCallLocation.of(PATH)))
                        .build());
            case 6 ->
                turn.update(ToolCallUpdate.builder(EDIT)
                        .status(ToolCallStatus.IN_PROGRESS)
                        .build());
            case 7 ->
                turn.update(ToolCallUpdate.builder(EDIT)
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of(
                                Diff.builder(PATH, newCode).oldText(oldCode).build()))
                        .build());
            case 13 ->
                turn.update(ToolCall.builder(RUN, "make test")
                        .kind(ToolKind.EXECUTE)
                        .status(ToolCallStatus.PENDING)
                        .rawInput(RawJson.of(Map.of("command", "make test")))
                        .build());
            case 14 ->
                turn.update(ToolCallUpdate.builder(RUN)
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of(Content.of(TextContent.of(text))))
                        .build());
            case 19 -> turn.usage(number, 200_000);
            default -> turn.say(text);
        }
    }
}
