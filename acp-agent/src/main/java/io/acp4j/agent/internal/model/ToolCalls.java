package io.acp4j.agent.internal.model;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls tools and shows that to the client: all calls of a message as pending, then one after the other. */
final class ToolCalls {

    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    private final PromptTurn turn;
    private final ModelConversation conversation;
    private final ModelSettings settings;

    ToolCalls(PromptTurn turn, ModelConversation conversation, ModelSettings settings) {
        this.turn = turn;
        this.conversation = conversation;
        this.settings = settings;
    }

    /** Returns the result of each call. A tool that fails is no failure of the turn: the model is told. */
    List<ModelResult> run(List<ModelCall> calls) throws Exception {
        List<ToolCallHandle> shown = calls.stream().map(this::show).toList();
        List<ModelResult> results = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            turn.cancellation().throwIfCancelled();
            results.add(run(calls.get(i), shown.get(i)));
        }
        return results;
    }

    /** The id is made here: those of models are unique in a response at best, and some give none. */
    private ToolCallHandle show(ModelCall call) {
        return turn.toolCall(ToolCall.builder(new ToolCallId("call_" + UUID.randomUUID()), call.tool())
                .name(call.tool())
                .kind(settings.kinds().getOrDefault(call.tool(), ToolKind.OTHER))
                .rawInput(input(call.arguments()))
                .build());
    }

    private static RawJson input(String arguments) {
        if (arguments.isBlank()) {
            return RawJson.EMPTY_OBJECT;
        }
        try {
            return RawJson.parse(arguments);
        } catch (IllegalArgumentException e) {
            return RawJson.of(arguments); // No JSON; the tool will say so.
        }
    }

    private ModelResult run(ModelCall call, ToolCallHandle shown) throws InterruptedException {
        try {
            if (settings.asking().contains(call.tool()) && !isAllowed(shown)) {
                return failed(call, shown, "the user does not allow it");
            }
            shown.inProgress();
            String result = conversation.call(call, shown);
            settle(() -> shown.rawOutput(result).complete());
            return new ModelResult(call, result, false);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            turn.cancellation().throwIfCancelled();
            String why = e.getMessage();
            return failed(call, shown, "failed: " + (why == null ? e.getClass().getSimpleName() : why));
        }
    }

    private ModelResult failed(ModelCall call, ToolCallHandle shown, String why) {
        turn.cancellation().throwIfCancelled();
        settle(() -> shown.rawOutput(why).fail(why));
        return new ModelResult(call, why, true);
    }

    /** Settles a call, unless the tool has done that itself, which it may. */
    private static void settle(Runnable end) {
        try {
            end.run();
        } catch (IllegalStateException e) {
            LOG.debug("a tool call was settled already: {}", e.getMessage());
        }
    }

    private boolean isAllowed(ToolCallHandle shown) {
        return turn.requestPermission(
                        shown,
                        PermissionOption.allowOnce("allow", "Allow"),
                        PermissionOption.rejectOnce("reject", "Reject"))
                .isAllowed();
    }
}
