package io.acp4j.agent.testing;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.SessionServiceOptions.TitlePolicy;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An agent that does what prompts tell it: steps separated by {@code ;}. A prompt without a known step is answered by
 * {@code re: } and its text.
 *
 * <p>Ids of messages are m1, m2, ...; those of sessions s1, s2, ....
 */
public final class ScriptedAgent {

    /** For tests that count updates: sessions take no title from their first prompt, which would be one more. */
    public static final SessionServiceOptions UNTITLED =
            SessionServiceOptions.builder().titles(TitlePolicy.NONE).build();

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicInteger sessions = new AtomicInteger();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Map<String, Consumer<PromptTurn>> steps = new ConcurrentHashMap<>();

    /** Distinguishes one run from another, as ids must be unique also after a restart. */
    private final String run = RUNS.incrementAndGet() + "_";

    /** An agent to which more can be added. */
    public AcpAgentBuilder builder() {
        return AcpAgent.builder()
                .info("scripted", "1")
                .sessionIds(() -> new SessionId("s" + run + sessions.incrementAndGet()))
                .messageIds(() -> new MessageId("m" + run + messages.incrementAndGet()))
                .onPrompt(this::play);
    }

    /** Adds a step. */
    public ScriptedAgent step(String name, Consumer<PromptTurn> action) {
        steps.put(name, action);
        return this;
    }

    /** Lets steps {@code wait NAME} go on. */
    public void open(String gate) {
        gate(gate).countDown();
    }

    private CountDownLatch gate(String name) {
        return gates.computeIfAbsent(name, any -> new CountDownLatch(1));
    }

    private void play(PromptTurn turn) throws Exception {
        Map<String, ToolCallHandle> calls = new HashMap<>();
        for (String step : turn.text().split(";", -1)) {
            String[] words = step.strip().split(" ", 2);
            play(turn, calls, words[0], words.length > 1 ? words[1] : "");
        }
    }

    private void play(PromptTurn turn, Map<String, ToolCallHandle> calls, String step, String text) throws Exception {
        switch (step) {
            case "say" -> turn.say(text);
            case "think" -> turn.think(text);
            case "end" -> turn.endMessage();
            case "plan" -> turn.plan(PlanEntry.of(text));
            case "mode" -> turn.update(new CurrentModeUpdate(new SessionModeId(text), null));
            case "title" -> turn.update(SessionInfoUpdate.title(text));
            case "compact" -> compact(turn, text);
            case "commands" ->
                turn.update(AvailableCommandsUpdate.of(List.of(AvailableCommand.of(text, "does " + text))));
            case "usage" -> turn.usage(1, 100);
            case "tool" ->
                calls.put(
                        text,
                        turn.toolCall(ToolCall.builder(new ToolCallId(turn.userMessageId() + "." + text), text)
                                .kind(ToolKind.OTHER)
                                .build()));
            case "progress" -> calls.get(text).inProgress().content("half of " + text);
            case "done" -> calls.get(text).complete("result of " + text);
            case "ask" -> turn.requestPermission(calls.get(text), PermissionOption.allowOnce("yes", "Yes"));
            case "wait" -> await(turn, text);
            case "fail" -> throw AcpErrorException.invalidRequest("scripted", "failed as told");
            case "history" -> turn.say(history(turn));
            default -> {
                Consumer<PromptTurn> more = steps.get(step);
                if (more == null) {
                    turn.say("re: " + (text.isEmpty() ? step : step + " " + text));
                } else {
                    more.accept(turn);
                }
            }
        }
    }

    private static void compact(PromptTurn turn, String summary) {
        CompactionId id = new CompactionId(turn.userMessageId() + ".compaction");
        turn.update(CompactionUpdate.of(id, CompactionStatus.IN_PROGRESS));
        turn.update(new CompactionSummaryChunk(id, TextContent.of(summary), null));
        turn.update(CompactionUpdate.of(id, CompactionStatus.COMPLETED));
    }

    /** Waits for a gate, or until the turn is cancelled. */
    private void await(PromptTurn turn, String gate) throws InterruptedException {
        CountDownLatch open = gate(gate);
        try (var unused = turn.cancellation().onCancel(open::countDown)) {
            if (!open.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody opened gate " + gate);
            }
        }
    }

    /** Returns what the model sees, as {@code user:text agent:text}. */
    private static String history(PromptTurn turn) {
        List<String> seen = new ArrayList<>();
        for (HistoryEntry node : turn.history()) {
            switch (node.kind()) {
                case USER, AGENT, SUMMARY ->
                    seen.add(node.kind().name().toLowerCase(java.util.Locale.ROOT) + ":" + node.text());
                case TOOL -> seen.add("tool");
                case COMPACTION -> seen.add("compaction");
                default -> {}
            }
        }
        return String.join("|", seen);
    }
}
