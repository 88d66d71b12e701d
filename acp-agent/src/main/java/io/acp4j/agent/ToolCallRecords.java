package io.acp4j.agent;

import io.acp4j.agent.tree.NewNode;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what of a tool call is stored: its announcement, and all that has changed since when it comes to its end. */
final class ToolCallRecords {

    /** What has changed about each open call since it was stored last. */
    private final Map<ToolCallId, ToolCallUpdate> open = new LinkedHashMap<>();

    NewNode announced(ToolCall call) {
        if (!isEnd(call.status())) {
            open.put(call.toolCallId(), nothing(call.toolCallId()));
        }
        return NewNode.of(call);
    }

    /** What is to be stored now; null when that can wait. */
    @Nullable
    NewNode changed(ToolCallUpdate update) {
        ToolCallUpdate earlier = open.get(update.toolCallId());
        if (isEnd(update.status())) {
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

    /** What is still to be stored of calls that stay open. */
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

    private static boolean isEnd(@Nullable ToolCallStatus status) {
        return ToolCallStatus.COMPLETED.equals(status) || ToolCallStatus.FAILED.equals(status);
    }

    private static ToolCallUpdate nothing(ToolCallId id) {
        return ToolCallUpdate.builder(id).build();
    }

    private static ToolCallUpdate merged(ToolCallUpdate earlier, ToolCallUpdate later) {
        return new ToolCallUpdate(
                later.toolCallId(),
                either(later.title(), earlier.title()),
                either(later.name(), earlier.name()),
                either(later.kind(), earlier.kind()),
                either(later.status(), earlier.status()),
                either(later.content(), earlier.content()),
                either(later.locations(), earlier.locations()),
                either(later.rawInput(), earlier.rawInput()),
                either(later.rawOutput(), earlier.rawOutput()),
                either(later.meta(), earlier.meta()));
    }

    private static <T> @Nullable T either(@Nullable T first, @Nullable T second) {
        return first == null ? second : first;
    }
}
