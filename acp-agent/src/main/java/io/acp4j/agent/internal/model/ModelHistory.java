package io.acp4j.agent.internal.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.internal.model.ModelMessage.Model;
import io.acp4j.agent.internal.model.ModelMessage.Results;
import io.acp4j.agent.internal.model.ModelMessage.User;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the conversation with the model from the nodes of a branch. Calls that were announced one after the other belong to one
 * message; thoughts, plans and settings are nothing that a model is told again.
 */
public final class ModelHistory {

    private final Map<ToolCallId, RecordedCall> recorded;
    private final List<ModelMessage> messages = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<RecordedCall> calls = new ArrayList<>();

    private ModelHistory(Map<ToolCallId, RecordedCall> recorded) {
        this.recorded = recorded;
    }

    /**
     * Returns the conversation.
     *
     * @param nodes what the model is to see, in order
     * @return messages, each call among them with a result
     */
    public static List<ModelMessage> of(List<HistoryEntry> nodes) {
        ModelHistory history = new ModelHistory(RecordedCall.in(nodes));
        nodes.forEach(history::add);
        history.endMessage();
        return history.messages;
    }

    private void add(HistoryEntry node) {
        switch (node.kind()) {
            case USER -> {
                endMessage();
                addUser(node.content().stream().map(ModelPart::of).toList());
            }
            case AGENT, SUMMARY -> {
                endMessage();
                text.append(node.text());
            }
            case COMPACTION -> {
                endMessage();
                addUser(summary(node));
            }
            case TOOL -> node.updates().forEach(this::addTool);
            default -> {}
        }
    }

    /** Returns the parts of a summary, which may be the first message that the model sees. */
    private static List<ModelPart> summary(HistoryEntry node) {
        List<ModelPart> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : node.content()) {
            if (block instanceof TextContent piece) {
                text.append(piece.text());
            } else {
                endText(text, parts);
                parts.add(ModelPart.of(block));
            }
        }
        endText(text, parts);
        if (!parts.isEmpty()) {
            parts.add(0, new ModelPart.Text("What was said before, in short:"));
        }
        return parts;
    }

    private static void endText(StringBuilder text, List<ModelPart> parts) {
        if (!text.isEmpty()) {
            parts.add(new ModelPart.Text(text.toString()));
            text.setLength(0);
        }
    }

    private void addUser(List<ModelPart> parts) {
        if (!parts.isEmpty()) {
            messages.add(new User(parts));
        }
    }

    private void addTool(SessionUpdate update) {
        if (update instanceof ToolCall call) {
            RecordedCall known = recorded.get(call.toolCallId());
            if (known != null) {
                calls.add(known);
            }
        } else if (!calls.isEmpty()) {
            endMessage(); // What is called next was called in knowledge of a result.
        }
    }

    private void endMessage() {
        if (!text.isEmpty() || !calls.isEmpty()) {
            List<ModelResult> results = calls.stream().map(RecordedCall::result).toList();
            messages.add(new Model(
                    text.toString(), results.stream().map(ModelResult::call).toList()));
            if (!results.isEmpty()) {
                messages.add(new Results(results));
            }
        }
        text.setLength(0);
        calls.clear();
    }

    /** Returns JSON as text: a string without its quotes. */
    static String textOf(JsonNode json) {
        return json.isTextual() ? json.textValue() : json.toString();
    }
}
