package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.DiffLines;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Shows the progress of tool calls: a line for each change of the status, and each diff once. */
final class ToolCallView {

    private final Screen screen;
    /** The state last shown of each running call, by its position. */
    private final Map<Integer, Shown> unfinished = new HashMap<>();

    ToolCallView(Screen screen) {
        this.screen = screen;
    }

    void forget() {
        unfinished.clear();
    }

    void show(TranscriptToolCall call) {
        Shown shown = unfinished.computeIfAbsent(call.position(), any -> new Shown());
        String mark = mark(call);
        // A new title alone is not shown. The line of the end has the last title.
        if (!mark.equals(shown.mark)) {
            shown.mark = mark;
            screen.line(line(call), Style.BOLD);
        }
        call.call().content().forEach(content -> {
            if (content instanceof Diff diff && shown.contents.add(diff)) {
                DiffLines.show(screen, diff.path(), diff.oldText(), diff.newText());
            } else if (content instanceof Content stored && shown.contents.add(stored)) {
                showStoredTerminal(stored);
            }
        });
        if (call.isFinished()) {
            unfinished.remove(call.position());
        }
    }

    private void showStoredTerminal(Content content) {
        StoredTerminal terminal = StoredTerminal.of(content.meta());
        if (terminal != null && content.content() instanceof TextContent output) {
            TerminalOutputPrinter printer = new TerminalOutputPrinter(screen);
            printer.append(output.text());
            if (terminal.exitStatus() == null) {
                printer.end();
            } else {
                printer.end(terminal.exitStatus());
            }
        }
    }

    /** Returns the status and the title of a call in one line. */
    static String line(TranscriptToolCall call) {
        return mark(call) + " " + VisibleText.line(call.call().title());
    }

    private static String mark(TranscriptToolCall call) {
        ToolCallStatus status = call.call().status();
        if (status.equals(ToolCallStatus.COMPLETED)) {
            return "✓";
        }
        return call.isFinished() ? "✗" : "▸";
    }

    private static final class Shown {
        private String mark = "";
        private final Set<ToolCallContent> contents = new HashSet<>();
    }
}
