package io.acp4j.interop.agent;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanEntryPriority;
import io.acp4j.schema.plan.PlanEntryStatus;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The scripts that only send updates. */
final class StreamScripts {

    /** Updates as they are, to send what no type lets one send. */
    private static final NotificationMethod<RawJson> RAW_UPDATE =
            NotificationMethod.of(Methods.SESSION_UPDATE.name(), Set.of(Side.CLIENT), () -> RawJson.CODEC);

    /** What only version 2 of the protocol has. */
    private static final AgentMessage UPSERT = AgentMessage.of(new MessageId("none"));

    private StreamScripts() {}

    static Map<String, Script> all() {
        return Map.ofEntries(
                Map.entry("stream", StreamScripts::stream),
                Map.entry("tools", StreamScripts::tools),
                Map.entry("orphan", StreamScripts::orphan),
                Map.entry("plan", StreamScripts::plan),
                Map.entry("blocks", StreamScripts::blocks),
                Map.entry("status", turn -> turn.say(turn.session().status())),
                Map.entry("context", turn -> turn.say("context: " + String.join(" | ", turn.earlier()))),
                Map.entry(
                        "count",
                        turn -> turn.say(IntStream.range(0, Integer.parseInt(turn.rest()))
                                .mapToObj(index -> index + " ")
                                .toArray(String[]::new))),
                Map.entry("big", turn -> turn.say("é".repeat(Integer.parseInt(turn.rest())))),
                Map.entry("no-ids", StreamScripts::noIds),
                Map.entry("unknown-update", StreamScripts::unknownUpdate));
    }

    private static void stream(ScriptedTurn turn) {
        turn.think("Let me ", "think.");
        turn.say("Hello", ", ", "world");
        ToolCallId id = turn.newToolCallId();
        turn.update(ToolCall.builder(id, "Look around")
                .kind(ToolKind.SEARCH)
                .status(ToolCallStatus.IN_PROGRESS)
                .build());
        turn.update(ToolCallUpdate.builder(id).status(ToolCallStatus.COMPLETED).build());
        turn.say("Done", ".");
    }

    private static void tools(ScriptedTurn turn) {
        ToolCallId id = turn.newToolCallId();
        turn.update(ToolCall.builder(id, "Edit a file")
                .kind(ToolKind.EDIT)
                .status(ToolCallStatus.PENDING)
                .locations(List.of(ToolCallLocation.of("/project/a.txt", 3)))
                .rawInput(RawJson.parse("{\"path\":\"/project/a.txt\",\"dryRun\":false}"))
                .build());
        turn.update(ToolCallUpdate.builder(id)
                .status(ToolCallStatus.IN_PROGRESS)
                .content(List.of(ToolCallContent.text("working")))
                .build());
        turn.update(ToolCallUpdate.builder(id)
                .status(ToolCallStatus.COMPLETED)
                .title("Edited a file")
                .content(List.of(
                        ToolCallContent.diff("/project/a.txt", "a\n", "b\n"),
                        ToolCallContent.diff("/project/new.txt", null, "new\n")))
                .rawOutput(RawJson.of(Map.of("changed", 2)))
                .build());
        turn.say("edited");
    }

    private static void orphan(ScriptedTurn turn) {
        turn.update(ToolCallUpdate.builder(new ToolCallId("tool-without-call"))
                .status(ToolCallStatus.COMPLETED)
                .title("Never announced")
                .build());
        turn.say("orphan sent");
    }

    private static void plan(ScriptedTurn turn) {
        turn.update(plan(PlanEntryStatus.IN_PROGRESS, PlanEntryStatus.PENDING));
        turn.update(plan(PlanEntryStatus.COMPLETED, PlanEntryStatus.COMPLETED));
        turn.say("planned");
    }

    private static Plan plan(PlanEntryStatus first, PlanEntryStatus second) {
        return Plan.of(List.of(
                new PlanEntry("First", PlanEntryPriority.HIGH, first, null),
                new PlanEntry("Second", PlanEntryPriority.LOW, second, null)));
    }

    private static void blocks(ScriptedTurn turn) {
        turn.say(turn.turn().prompt().stream()
                .map(block ->
                        ContentBlock.CODEC.toRaw(block).toTree().path("type").asText())
                .collect(Collectors.joining(",", "blocks: ", "")));
    }

    /** The chunks go past the turn, which would give them ids. */
    private static void noIds(ScriptedTurn turn) {
        AgentMessageChunk one = AgentMessageChunk.text(null, "one ");
        turn.client().update(turn.sessionId(), one);
        secondWithoutId(turn);
        turn.update(ToolCall.builder(turn.newToolCallId(), "Between")
                .status(ToolCallStatus.COMPLETED)
                .build());
        AgentMessageChunk another = AgentMessageChunk.text(null, "another");
        turn.client().update(turn.sessionId(), another);
        turn.session().remember(one);
        turn.session().remember(AgentMessageChunk.text(null, "message"));
        turn.session().remember(another);
    }

    /** An id that is null is written by hand, where the version of the protocol has such. */
    private static void secondWithoutId(ScriptedTurn turn) {
        AgentMessageChunk second = AgentMessageChunk.text(null, "message");
        if (turn.turn().session().supports(UPSERT)) {
            turn.client().update(turn.sessionId(), second);
            return;
        }
        turn.client()
                .notify(
                        RAW_UPDATE,
                        RawJson.of(Map.of(
                                "sessionId",
                                turn.sessionId(),
                                "update",
                                RawJson.parse("{\"sessionUpdate\":\"agent_message_chunk\",\"messageId\":null,"
                                        + "\"content\":{\"type\":\"text\",\"text\":\"message\"}}"))));
    }

    private static void unknownUpdate(ScriptedTurn turn) {
        turn.update(new UnknownSessionUpdate(
                "acp4j_mystery",
                RawJson.parse("{\"sessionUpdate\":\"acp4j_mystery\",\"shape\":{\"list\":[1,null,\"x\"]}}")));
        turn.say("after the unknown");
    }
}
