package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.internal.patch.MetaPatches;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides what of a tool call is stored: its announcement, and all that has changed since when it comes to its end. */
public final class ToolCallRecords {

    /** What has changed about each open call since it was stored last. */
    private final Map<ToolCallId, ToolCallUpdate> open = new LinkedHashMap<>();

    HistoryEntry.Draft announced(ToolCall call) {
        if (!isEnd(call.status())) {
            open.put(call.toolCallId(), nothing(call.toolCallId()));
        }
        return HistoryEntry.Draft.of(call);
    }

    /** Returns what is to be stored now; null when that can wait. */
    HistoryEntry.@Nullable Draft changed(ToolCallUpdate update) {
        ToolCallId id = update.toolCallId();
        boolean ends = isEnd(update.status().value());
        ToolCallUpdate earlier = open.remove(id);
        ToolCallUpdate both = earlier == null ? null : merged(earlier, update);
        if (ends) {
            return both == null ? of(earlier, update) : HistoryEntry.Draft.of(both);
        }
        if (both != null) {
            open.put(id, both);
            return null;
        }
        if (earlier == null) {
            open.put(id, nothing(id));
            return HistoryEntry.Draft.of(update);
        }
        open.put(id, update);
        return HistoryEntry.Draft.of(earlier);
    }

    private static HistoryEntry.Draft of(@Nullable ToolCallUpdate earlier, ToolCallUpdate update) {
        return earlier == null
                ? HistoryEntry.Draft.of(update)
                : new HistoryEntry.Draft(NodeKind.TOOL, null, List.of(earlier, update));
    }

    /** Returns what is still to be stored of calls that stay open. */
    List<HistoryEntry.Draft> rest() {
        List<HistoryEntry.Draft> rest = new ArrayList<>();
        open.forEach((id, changes) -> {
            if (!changes.equals(nothing(id))) {
                rest.add(HistoryEntry.Draft.of(changes));
            }
        });
        return rest;
    }

    /** Forgets the calls: what comes of them after this is stored as it comes. */
    void clear() {
        open.clear();
    }

    /** Returns the changes of a call since the last one that was stored, which are stored now; null when there are none. */
    HistoryEntry.@Nullable Draft flushed(ToolCallId id) {
        ToolCallUpdate changes = open.get(id);
        if (changes == null || changes.equals(nothing(id))) {
            return null;
        }
        open.put(id, nothing(id));
        return HistoryEntry.Draft.of(changes);
    }

    /** Returns the changes of all calls since the last ones that were stored, which are stored now. */
    List<HistoryEntry.Draft> flushed() {
        return List.copyOf(open.keySet()).stream()
                .map(this::flushed)
                .filter(Objects::nonNull)
                .toList();
    }

    private static boolean isEnd(@Nullable ToolCallStatus status) {
        return ToolCallStatus.COMPLETED.equals(status)
                || ToolCallStatus.FAILED.equals(status)
                || ToolCallStatus.CANCELLED.equals(status);
    }

    private static ToolCallUpdate nothing(ToolCallId id) {
        return ToolCallUpdate.builder(id).build();
    }

    /** Returns two updates as one; null when one cannot say it. */
    private static @Nullable ToolCallUpdate merged(ToolCallUpdate earlier, ToolCallUpdate later) {
        Patch<Meta> meta = MetaPatches.merged(earlier.meta(), later.meta());
        if (meta == null) {
            return null;
        }
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
                meta);
    }
}
