package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.text.TerminalRun;
import io.acp4j.inspector.text.TerminalStyle;
import io.acp4j.inspector.text.TerminalTheme;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Terminal output as JSON for the page: {@code lines}, each an array of runs. A run is a text, or an object with the text {@code t}, the classes
 * {@code k} and the colours {@code s} as CSS properties for the light and the dark theme.
 */
final class TerminalJson {

    private TerminalJson() {}

    static ObjectNode of(List<List<TerminalRun>> lines, boolean truncated, @Nullable TerminalExitStatus status) {
        ObjectNode node = Shown.NODES.objectNode();
        ArrayNode array = node.putArray("lines");
        for (List<TerminalRun> line : lines) {
            ArrayNode runs = array.addArray();
            line.forEach(run -> add(runs, run));
        }
        node.put("truncated", truncated);
        if (status != null) {
            node.put("exit", exit(status));
        }
        return node;
    }

    private static String exit(TerminalExitStatus status) {
        String signal = status.signal() == null ? "" : Shown.line(status.signal());
        if (status.exitCode() == null) {
            return signal.isEmpty() ? "unknown" : signal;
        }
        return signal.isEmpty() ? status.exitCode().toString() : status.exitCode() + " (" + signal + ")";
    }

    private static void add(ArrayNode runs, TerminalRun run) {
        String text = Shown.line(run.text());
        TerminalStyle style = run.style();
        if (style.equals(TerminalStyle.PLAIN)) {
            runs.add(text);
            return;
        }
        runs.addObject().put("t", text).put("k", classes(style)).put("s", colours(style));
    }

    private static String classes(TerminalStyle style) {
        return ((style.bold() ? "b " : "") + (style.italic() ? "i " : "") + (style.underline() ? "u" : "")).strip();
    }

    private static String colours(TerminalStyle style) {
        String text = "--lf:" + TerminalTheme.LIGHT.foreground(style) + ";--df:" + TerminalTheme.DARK.foreground(style);
        boolean isPlain = style.background() == TerminalStyle.DEFAULT && !style.inverse();
        return isPlain
                ? text
                : text + ";--lb:" + TerminalTheme.LIGHT.background(style) + ";--db:"
                        + TerminalTheme.DARK.background(style);
    }
}
