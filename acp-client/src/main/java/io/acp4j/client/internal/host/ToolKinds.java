package io.acp4j.client.internal.host;

import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What kinds an agent has said of the tool calls of one session. Safe for use by any number of threads. */
final class ToolKinds {

    /** How many tool calls are kept; the kinds of older ones are unknown again. */
    private static final int MAX_CALLS = 1000;

    /** How many kinds of one tool call are kept; there are ten, and what exceeds them makes it unknown anyway. */
    private static final int MAX_KINDS = 16;

    private final Map<ToolCallId, List<ToolKind>> byCall = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ToolCallId, List<ToolKind>> eldest) {
            return size() > MAX_CALLS;
        }
    };

    /** Returns what is said of the tool call of a question: by the updates before it and by itself, the latest last. */
    synchronized List<ToolKind> said(@Nullable ToolCallUpdate question) {
        if (question == null) {
            return List.of();
        }
        List<ToolKind> said = new ArrayList<>(byCall.getOrDefault(question.toolCallId(), List.of()));
        ToolKind kind = question.kind().value();
        if (kind != null && (said.isEmpty() || !kind.equals(ToolKind.OTHER))) {
            said.remove(kind);
            said.add(kind);
        }
        return said;
    }

    /** Notes the kind that an update says. A tool call that begins without a kind is read as one of another kind. */
    synchronized void add(ToolCallId call, @Nullable ToolKind kind) {
        if (kind == null || kind.equals(ToolKind.OTHER)) {
            return;
        }
        List<ToolKind> kinds = byCall.computeIfAbsent(call, any -> new ArrayList<>());
        kinds.remove(kind);
        if (kinds.size() < MAX_KINDS) {
            kinds.add(kind);
        }
    }
}
