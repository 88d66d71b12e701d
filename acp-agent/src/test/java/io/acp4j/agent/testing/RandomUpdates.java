package io.acp4j.agent.testing;

import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalSize;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Turns that send whatever an agent of version 2 may: upserts, clears and chunks of all that has an id, also of earlier turns. */
final class RandomUpdates {

    private static final List<ToolCallStatus> STATUSES = List.of(
            ToolCallStatus.PENDING,
            ToolCallStatus.IN_PROGRESS,
            ToolCallStatus.COMPLETED,
            ToolCallStatus.FAILED,
            ToolCallStatus.CANCELLED);

    /** What a session has shown so far. */
    private static final class Known {
        private final List<MessageId> messages = new ArrayList<>();
        private final List<MessageId> thoughts = new ArrayList<>();
        private final List<MessageId> prompts = new ArrayList<>();
        private int made;
    }

    private final Random random;
    private final Map<String, Known> sessions = new HashMap<>();

    RandomUpdates(long seed) {
        random = new Random(seed);
    }

    /** One turn of a session of version 2. */
    void play(PromptTurn turn) {
        Known known = sessions.computeIfAbsent(turn.session().id().value(), any -> new Known());
        known.prompts.add(turn.userMessageId());
        for (int step = 0; step < 12; step++) {
            step(turn, known);
        }
    }

    private void step(PromptTurn turn, Known known) {
        switch (random.nextInt(12)) {
            case 0 -> known.messages.add(turn.say(word()));
            case 1 -> known.thoughts.add(turn.think(word()));
            case 2 -> turn.endMessage();
            case 3 -> {
                MessageId id = message(turn, known.messages, known);
                turn.update(new AgentMessage(id, patch(this::content), meta()));
            }
            case 4 -> {
                MessageId id = message(turn, known.thoughts, known);
                turn.update(new AgentThought(id, patch(this::content), meta()));
            }
            case 5 ->
                turn.update(new UserMessage(
                        known.prompts.get(random.nextInt(known.prompts.size())), patch(this::content), meta()));
            case 6, 7 -> turn.update(call(turn));
            case 8 -> turn.update(ToolCallContentChunk.of(callId(turn), ToolCallContent.text(word())));
            case 9 -> turn.update(terminal(turn));
            case 10 ->
                turn.update(TerminalOutputChunk.ofBytes(terminalId(turn), new byte[] {(byte) random.nextInt(256)}));
            default -> beside(turn);
        }
    }

    private MessageId message(PromptTurn turn, List<MessageId> known, Known all) {
        if (known.isEmpty() || random.nextInt(4) == 0) {
            known.add(new MessageId(turn.userMessageId() + "." + all.made++));
            return known.get(known.size() - 1);
        }
        return known.get(random.nextInt(known.size()));
    }

    private ToolCallUpdate call(PromptTurn turn) {
        return ToolCallUpdate.builder(callId(turn))
                .name(patch(this::word))
                .title(patch(this::word))
                .kind(patch(() -> random.nextBoolean() ? ToolKind.EDIT : ToolKind.SEARCH))
                .status(patch(() -> STATUSES.get(random.nextInt(STATUSES.size()))))
                .content(patch(() -> List.of(ToolCallContent.text(word()))))
                .locations(patch(() -> List.of(ToolCallLocation.of("/project/" + word()))))
                .rawInput(patch(() -> RawJson.of(word())))
                .rawOutput(patch(() -> RawJson.of(word())))
                .meta(meta())
                .build();
    }

    private TerminalUpdate terminal(PromptTurn turn) {
        return TerminalUpdate.builder(terminalId(turn))
                .command(patch(this::word))
                .cwd(patch(() -> "/project/" + word()))
                .output(patch(() -> TerminalOutput.ofBytes(new byte[] {1, 2, (byte) random.nextInt(256)})))
                .exitStatus(patch(() -> TerminalExitStatus.exited(random.nextInt(3))))
                .size(patch(() -> TerminalSize.of(80, 1 + random.nextInt(50))))
                .meta(meta())
                .build();
    }

    private void beside(PromptTurn turn) {
        PlanId plan = new PlanId("p" + random.nextInt(2));
        switch (random.nextInt(5)) {
            case 0 -> turn.plan(PlanEntry.of(word()));
            case 1 -> turn.update(PlanUpdate.of(PlanItems.of(plan, PlanEntry.of(word()))));
            case 2 -> turn.update(PlanUpdate.of(PlanMarkdown.of(plan, word())));
            case 3 -> turn.update(new PlanRemoved(plan, null));
            default -> {
                CompactionId id = new CompactionId(turn.userMessageId() + ".compaction");
                turn.update(CompactionUpdate.of(id, CompactionStatus.IN_PROGRESS));
                turn.update(new CompactionSummaryChunk(id, TextContent.of(word()), null));
                turn.update(new CompactionUpdate(
                        id,
                        random.nextBoolean() ? CompactionStatus.COMPLETED : CompactionStatus.FAILED,
                        patch(this::content),
                        patch(this::word),
                        meta()));
            }
        }
    }

    private ToolCallId callId(PromptTurn turn) {
        return new ToolCallId(turn.session().id() + ".call" + random.nextInt(4));
    }

    private TerminalId terminalId(PromptTurn turn) {
        return new TerminalId(turn.session().id() + ".terminal" + random.nextInt(3));
    }

    private String word() {
        return "w" + random.nextInt(1000);
    }

    private List<ContentBlock> content() {
        return random.nextInt(4) == 0
                ? List.of()
                : List.of(ContentBlock.text(word()), ResourceLink.of("file:///project/" + word(), word()));
    }

    private Patch<Meta> meta() {
        return patch(() -> {
            Meta meta = Meta.of("k" + random.nextInt(3), value());
            return random.nextBoolean() ? meta : meta.with("k" + random.nextInt(3), value());
        });
    }

    private Object value() {
        return random.nextInt(3) == 0 ? RawJson.NULL : word();
    }

    private <T> Patch<T> patch(Supplier<T> value) {
        return switch (random.nextInt(5)) {
            case 0 -> Patch.cleared();
            case 1, 2 -> Patch.of(value.get());
            default -> Patch.unchanged();
        };
    }
}
