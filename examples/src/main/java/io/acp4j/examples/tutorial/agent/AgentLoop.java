package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Has the model speak and call tools in turns, until it has nothing more to call. */
final class AgentLoop implements PromptHandler {

    private static final int MAX_ROUNDS = 50;

    /** Length of a conversation, in characters, from which it is summarised. */
    private static final int MAX_LENGTH = 200_000;

    private final Model model;
    private final Function<PromptTurn, List<Tool>> tools;
    private final Function<PromptTurn, @Nullable String> name;
    private final int maxLength;

    AgentLoop(Model model, Function<PromptTurn, List<Tool>> tools, Function<PromptTurn, @Nullable String> name) {
        this(model, tools, name, MAX_LENGTH);
    }

    AgentLoop(
            Model model,
            Function<PromptTurn, List<Tool>> tools,
            Function<PromptTurn, @Nullable String> name,
            int maxLength) {
        this.maxLength = maxLength;
        this.model = model;
        this.tools = tools;
        this.name = name;
    }

    // snippet:loop
    @Override
    public void handle(PromptTurn turn) throws Exception {
        shorten(turn);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Tool> allowed = tools.apply(turn);
            Model.Prompt prompt =
                    new Model.Prompt(name.apply(turn), Steps.INSTRUCTIONS, Conversation.of(turn), allowed);
            Model.Reply reply = model.next(prompt, turn::say, turn.cancellation());
            turn.endMessage();
            if (reply.calls().isEmpty()) {
                return;
            }
            for (Model.Call call : reply.calls()) {
                run(turn, allowed, call);
            }
        }
        turn.stop(StopReason.MAX_TURN_REQUESTS);
    }

    private static void run(PromptTurn turn, List<Tool> allowed, Model.Call call) {
        Tool tool = allowed.stream()
                .filter(each -> each.name().equals(call.tool()))
                .findFirst()
                .orElse(null);
        ToolCall.Builder shown = ToolCall.builder(
                        new ToolCallId("call_" + UUID.randomUUID()),
                        tool == null ? call.tool() : tool.title(call.arguments()))
                .name(call.tool())
                .rawInput(RawJson.of(call.arguments()));
        ToolCallHandle handle = turn.toolCall(
                tool == null ? shown.build() : shown.kind(tool.kind()).build());
        try {
            if (tool == null) {
                throw new IllegalArgumentException("there is no such tool here");
            }
            String result = tool.run(turn, new Step(turn, handle), call.arguments());
            handle.rawOutput(result).complete();
        } catch (Exception e) {
            turn.cancellation().throwIfCancelled();
            String problem = "failed: " + e.getMessage();
            handle.rawOutput(problem).fail(problem);
        }
    }
    // end

    // snippet:compaction
    /** Has the model summarise the conversation before this prompt when it has become long. */
    private void shorten(PromptTurn turn) throws Exception {
        List<Model.Message> all = Conversation.of(turn);
        List<Model.Message> earlier = all.subList(0, all.size() - 1);
        if (earlier.size() > 1 && Conversation.length(earlier) > maxLength) {
            List<Model.Message> request = new ArrayList<>(earlier);
            request.add(new Model.Message(Model.Role.USER, Steps.SUMMARISE, null));
            Model.Prompt prompt = new Model.Prompt(name.apply(turn), Steps.INSTRUCTIONS, request, List.of());
            String summary = model.next(prompt, text -> {}, turn.cancellation()).text();
            if (!summary.isBlank()) {
                turn.session().tree().compact(summary);
            }
        }
    }
    // end
}
