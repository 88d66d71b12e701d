package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.util.List;

/** The difference of two texts as rows: what went, what came, and a few lines around. */
final class DiffRows {

    private static final int AROUND = 3;

    /** How many rows are shown, and how many lines are compared: more would take too long. */
    static final int MAX_ROWS = 2_000;

    static final int MAX_LINES = 20_000;

    private DiffRows() {}

    static ArrayNode of(String before, String after) {
        ArrayNode rows = Shown.NODES.arrayNode();
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        if (old.size() > MAX_LINES || now.size() > MAX_LINES) {
            row(rows, "gap", old.size() + " lines before, " + now.size() + " after: too many to compare");
            return rows;
        }
        List<AbstractDelta<String>> deltas = DiffUtils.diff(old, now).getDeltas();
        int shown = 0;
        for (int i = 0; i < deltas.size(); i++) {
            AbstractDelta<String> delta = deltas.get(i);
            int at = delta.getSource().getPosition();
            int end = at + delta.getSource().size();
            int next = i + 1 < deltas.size() ? deltas.get(i + 1).getSource().getPosition() : old.size();
            int from = Math.max(shown, at - AROUND);
            gap(rows, from - shown);
            around(rows, old, from, at);
            delta.getSource().getLines().forEach(line -> row(rows, "del", line));
            delta.getTarget().getLines().forEach(line -> row(rows, "add", line));
            shown = Math.min(next, end + AROUND);
            around(rows, old, end, shown);
            if (rows.size() > MAX_ROWS) {
                row(rows, "gap", "… and more");
                return rows;
            }
        }
        gap(rows, old.size() - shown);
        return rows;
    }

    /** The rows of a patch, as git writes it; heads are left out, as the files are named beside it. */
    static ArrayNode ofPatch(String patch) {
        ArrayNode rows = Shown.NODES.arrayNode();
        boolean hasFiles = patch.startsWith("diff ") && patch.indexOf("\ndiff ") >= 0;
        boolean isInHunk = false;
        for (String line : (Iterable<String>) patch.lines()::iterator) {
            if (rows.size() > MAX_ROWS) {
                row(rows, "gap", "… and more");
                return rows;
            }
            isInHunk = line.startsWith("@@") || (isInHunk && !line.startsWith("diff "));
            if (line.startsWith("@@") || !isInHunk) {
                if (line.startsWith("@@") || (hasFiles && line.startsWith("diff "))) {
                    row(rows, "gap", line);
                }
            } else if (line.startsWith("\\")) {
                row(rows, "gap", line.substring(1).strip());
            } else {
                String kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "same";
                row(rows, kind, line.isEmpty() ? "" : line.substring(1));
            }
        }
        return rows;
    }

    private static void around(ArrayNode rows, List<String> lines, int from, int to) {
        for (int i = from; i < to; i++) {
            row(rows, "same", lines.get(i));
        }
    }

    private static void gap(ArrayNode rows, int lines) {
        if (lines > 0) {
            row(rows, "gap", lines == 1 ? "1 line" : lines + " lines");
        }
    }

    private static void row(ArrayNode rows, String kind, String text) {
        rows.addObject().put("op", kind).put("text", Shown.line(text));
    }
}
