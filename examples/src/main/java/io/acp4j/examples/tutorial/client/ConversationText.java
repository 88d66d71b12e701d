package io.acp4j.examples.tutorial.client;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallContent;
import java.util.ArrayList;
import java.util.List;

/** A conversation as lines of text, as a view would draw it. */
final class ConversationText {

    private static final int CONTEXT = 3;

    private ConversationText() {}

    // snippet:lines
    static List<String> of(Conversation conversation) {
        List<String> lines = new ArrayList<>();
        for (TranscriptEntry entry : conversation.entries()) {
            if (entry instanceof TranscriptMessage message) {
                lines.add(message.role() + ": " + message.text());
            } else if (entry instanceof TranscriptToolCall call) {
                lines.add("[" + (call.isCancelled() ? "cancelled" : call.call().status()) + "] "
                        + call.call().title());
                call.call().content().forEach(content -> lines.addAll(diff(content)));
            }
        }
        conversation.plan().forEach(task -> lines.add("(" + task.status() + ") " + task.content()));
        return lines;
    }
    // end

    // snippet:diff
    private static List<String> diff(ToolCallContent content) {
        if (!(content instanceof Diff diff)) {
            return List.of();
        }
        List<String> before =
                diff.oldText() == null ? List.of() : diff.oldText().lines().toList();
        return UnifiedDiffUtils.generateUnifiedDiff(
                diff.path(),
                diff.path(),
                before,
                DiffUtils.diff(before, diff.newText().lines().toList()),
                CONTEXT);
    }
    // end
}
