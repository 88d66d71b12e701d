package io.acp4j.agent.internal.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.internal.model.ModelMessage.Model;
import io.acp4j.agent.internal.model.ModelMessage.Results;
import io.acp4j.agent.internal.model.ModelMessage.User;
import io.acp4j.agent.tree.Node;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

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
    public static List<ModelMessage> of(List<Node> nodes) {
        ModelHistory history = new ModelHistory(RecordedCall.in(nodes));
        nodes.forEach(history::add);
        history.endMessage();
        return history.messages;
    }

    private void add(Node node) {
        switch (node.kind()) {
            case USER -> {
                endMessage();
                addUser(node.updates().stream().flatMap(ModelHistory::parts).toList());
            }
            case AGENT, SUMMARY -> {
                endMessage();
                text.append(node.text());
            }
            case COMPACTION -> {
                endMessage();
                addUser(node.updates().stream().flatMap(ModelHistory::summary).toList());
            }
            case TOOL -> node.updates().forEach(this::addTool);
            default -> {}
        }
    }

    private static Stream<ModelPart> parts(SessionUpdate update) {
        return update instanceof ContentChunk chunk ? Stream.of(ModelPart.of(chunk.content())) : Stream.empty();
    }

    /** Returns what stands for the conversation before it is told to the model, as it may be the first message that the model sees. */
    private static Stream<ModelPart> summary(SessionUpdate update) {
        if (!(update instanceof CompactionUpdate compaction)) {
            return parts(update);
        }
        return Stream.concat(
                Stream.of(new ModelPart.Text("What was said before, in short:")),
                Objects.requireNonNullElse(compaction.summary().applyTo(null), List.<ContentBlock>of()).stream()
                        .map(ModelPart::of));
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
