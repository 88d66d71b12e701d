package io.acp4j.agent.internal.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A tool call of a branch with what has become of it. */
final class RecordedCall {

    /** How long names of tools may be that every model takes. */
    private static final int MAX_NAME = 64;

    private final ToolCallId id;
    private String title;
    private @Nullable String name;
    private ToolCallStatus status;
    private @Nullable List<ToolCallContent> content;
    private @Nullable RawJson rawInput;
    private @Nullable RawJson rawOutput;

    private RecordedCall(ToolCall call) {
        this.id = call.toolCallId();
        this.title = call.title();
        this.name = call.name();
        this.status = call.status();
        this.content = call.content();
        this.rawInput = call.rawInput();
        this.rawOutput = call.rawOutput();
    }

    /** Returns all calls that were announced in some nodes, as they are after the last of them. */
    static Map<ToolCallId, RecordedCall> in(List<HistoryEntry> nodes) {
        Map<ToolCallId, RecordedCall> all = new HashMap<>();
        for (HistoryEntry node : nodes) {
            if (node.kind() == NodeKind.TOOL) {
                node.updates().forEach(update -> follow(all, update));
            }
        }
        return all;
    }

    private static void follow(Map<ToolCallId, RecordedCall> all, SessionUpdate update) {
        if (update instanceof ToolCall call) {
            all.put(call.toolCallId(), new RecordedCall(call));
        } else if (update instanceof ToolCallUpdate change) {
            RecordedCall call = all.get(change.toolCallId());
            if (call != null) {
                call.apply(change);
            }
        }
    }

    private void apply(ToolCallUpdate change) {
        String newTitle = change.title().applyTo(title);
        title = newTitle == null ? title : newTitle;
        name = change.name().applyTo(name);
        ToolCallStatus newStatus = change.status().applyTo(status);
        status = newStatus == null ? status : newStatus;
        content = change.content().applyTo(content);
        rawInput = change.rawInput().applyTo(rawInput);
        rawOutput = change.rawOutput().applyTo(rawOutput);
    }

    /** Returns the call and its result as a model is told of them. */
    ModelResult result() {
        boolean completed = status.equals(ToolCallStatus.COMPLETED);
        boolean settled = completed || status.equals(ToolCallStatus.FAILED) || status.equals(ToolCallStatus.CANCELLED);
        String output = output();
        return new ModelResult(
                new ModelCall(id.value(), toolName(), arguments()),
                !output.isEmpty() || completed ? output : settled ? "failed" : "interrupted before it had a result",
                !completed);
    }

    private String output() {
        if (rawOutput != null) {
            return ModelHistory.textOf(rawOutput.toTree());
        }
        return content == null
                ? ""
                : content.stream()
                        .filter(Content.class::isInstance)
                        .map(piece -> ((Content) piece).content())
                        .filter(TextContent.class::isInstance)
                        .map(block -> ((TextContent) block).text())
                        .collect(Collectors.joining("\n"));
    }

    /** Returns the name of the tool; one that was announced without gets one that models take. */
    private String toolName() {
        if (name != null) {
            return name;
        }
        String made = title.replaceAll("[^A-Za-z0-9_-]+", "_");
        return made.isEmpty() ? "tool" : made.substring(0, Math.min(made.length(), MAX_NAME));
    }

    private String arguments() {
        if (rawInput == null) {
            return "{}";
        }
        JsonNode input = rawInput.toTree();
        return input.isObject()
                ? input.toString()
                : JsonNodeFactory.instance.objectNode().set("input", input).toString();
    }
}
