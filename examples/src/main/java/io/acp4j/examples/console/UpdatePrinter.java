package io.acp4j.examples.console;

import io.acp4j.client.ClientSession;
import io.acp4j.examples.console.Terminal.Style;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.ContentChunk;
import io.acp4j.schema.v1.update.CurrentModeUpdate;
import io.acp4j.schema.v1.update.Plan;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows what an agent reports, as it comes. */
final class UpdatePrinter {

    private final Terminal terminal;
    private final Map<ToolCallId, String> titles = new HashMap<>();
    private @Nullable Object lastMessage;

    UpdatePrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Takes an update; registered as a session's listener, which is called one update at a time. */
    void show(ClientSession session, SessionUpdate update) {
        if (update instanceof AgentMessageChunk chunk) {
            showChunk(chunk, Style.PLAIN);
        } else if (update instanceof AgentThoughtChunk chunk) {
            showChunk(chunk, Style.DIM);
        } else {
            lastMessage = null;
            showOther(update);
        }
    }

    private void showChunk(ContentChunk chunk, Style style) {
        Object message = chunk.messageId() == null ? chunk.getClass() : chunk.messageId();
        if (!message.equals(lastMessage)) {
            terminal.endLine();
            lastMessage = message;
        }
        terminal.text(chunk.text(), style);
    }

    private void showOther(SessionUpdate update) {
        if (update instanceof ToolCall call) {
            titles.put(call.toolCallId(), call.title());
            terminal.line(mark(call.status()) + " " + call.title(), Style.BOLD);
        } else if (update instanceof ToolCallUpdate call) {
            // An update may come for a call that was never announced.
            String title = call.title() != null
                    ? call.title()
                    : titles.getOrDefault(call.toolCallId(), "tool call " + call.toolCallId());
            titles.put(call.toolCallId(), title);
            if (call.status() != null) {
                terminal.line(mark(call.status()) + " " + title, Style.BOLD);
            }
        } else if (update instanceof Plan plan) {
            terminal.line("plan", Style.BOLD);
            plan.entries()
                    .forEach(entry -> terminal.line("  [" + entry.status() + "] " + entry.content(), Style.PLAIN));
        } else if (update instanceof CurrentModeUpdate mode) {
            terminal.line("mode: " + mode.currentModeId(), Style.DIM);
        }
    }

    private static String mark(ToolCallStatus status) {
        if (status.equals(ToolCallStatus.COMPLETED)) {
            return "✓";
        }
        return status.equals(ToolCallStatus.FAILED) ? "✗" : "▸";
    }
}
