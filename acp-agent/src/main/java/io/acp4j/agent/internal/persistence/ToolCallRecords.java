package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.tree.NewNode;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what of a tool call is stored: its announcement, and all that has changed since when it comes to its end. */
public final class ToolCallRecords {

    /** What has changed about each open call since it was stored last. */
    private final Map<ToolCallId, ToolCallUpdate> open = new LinkedHashMap<>();

    NewNode announced(ToolCall call) {
        if (!isEnd(call.status())) {
            open.put(call.toolCallId(), nothing(call.toolCallId()));
        }
        return NewNode.of(call);
    }

    /** Returns what is to be stored now; null when that can wait. */
    @Nullable
    NewNode changed(ToolCallUpdate update) {
        ToolCallUpdate earlier = open.get(update.toolCallId());
        if (isEnd(update.status().value())) {
            open.remove(update.toolCallId());
            return NewNode.of(earlier == null ? update : merged(earlier, update));
        }
        if (earlier == null) {
            open.put(update.toolCallId(), nothing(update.toolCallId()));
            return NewNode.of(update);
        }
        open.put(update.toolCallId(), merged(earlier, update));
        return null;
    }

    /** Returns what is still to be stored of calls that stay open. */
    List<NewNode> rest() {
        List<NewNode> rest = new ArrayList<>();
        open.forEach((id, changes) -> {
            if (!changes.equals(nothing(id))) {
                rest.add(NewNode.of(changes));
            }
        });
        return rest;
    }

    /** Forgets the calls: what comes of them after this is stored as it comes. */
    void clear() {
        open.clear();
    }

    /** Returns the changes of a call since the last one that was stored, which are stored now; null when there are none. */
    @Nullable
    NewNode flushed(ToolCallId id) {
        ToolCallUpdate changes = open.get(id);
        if (changes == null || changes.equals(nothing(id))) {
            return null;
        }
        open.put(id, nothing(id));
        return NewNode.of(changes);
    }

    private static boolean isEnd(@Nullable ToolCallStatus status) {
        return ToolCallStatus.COMPLETED.equals(status)
                || ToolCallStatus.FAILED.equals(status)
                || ToolCallStatus.CANCELLED.equals(status);
    }

    private static ToolCallUpdate nothing(ToolCallId id) {
        return ToolCallUpdate.builder(id).build();
    }

    private static ToolCallUpdate merged(ToolCallUpdate earlier, ToolCallUpdate later) {
        return new ToolCallUpdate(
                later.toolCallId(),
                earlier.title().then(later.title()),
                earlier.name().then(later.name()),
                earlier.kind().then(later.kind()),
                earlier.status().then(later.status()),
                earlier.content().then(later.content()),
                earlier.locations().then(later.locations()),
                earlier.rawInput().then(later.rawInput()),
                earlier.rawOutput().then(later.rawOutput()),
                earlier.capabilities().then(later.capabilities()),
                earlier.meta().then(later.meta()));
    }
}
