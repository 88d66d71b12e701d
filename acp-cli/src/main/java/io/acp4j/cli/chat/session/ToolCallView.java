package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.DiffLines;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Shows what becomes of tool calls: a line whenever one gets further, and each of its diffs once. */
final class ToolCallView {

    private final Screen screen;
    /** What was shown of the calls that have not ended, by their positions. */
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
        // A call that is only called something else now is not shown again; its end bears the last title.
        if (!mark.equals(shown.mark)) {
            shown.mark = mark;
            screen.line(line(call), Style.BOLD);
        }
        call.call().content().forEach(content -> {
            if (content instanceof Diff diff && shown.diffs.add(diff)) {
                DiffLines.show(screen, diff.path(), diff.oldText(), diff.newText());
            }
        });
        if (call.finished()) {
            unfinished.remove(call.position());
        }
    }

    /** Returns how far a call is and what it does, in one line. */
    static String line(TranscriptToolCall call) {
        return mark(call) + " " + VisibleText.line(call.call().title());
    }

    private static String mark(TranscriptToolCall call) {
        ToolCallStatus status = call.call().status();
        if (status.equals(ToolCallStatus.COMPLETED)) {
            return "✓";
        }
        return call.finished() ? "✗" : "▸";
    }

    private static final class Shown {
        private String mark = "";
        private final Set<Diff> diffs = new HashSet<>();
    }
}
