package io.acp4j.inspector.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import io.acp4j.rpc.VisibleText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two texts side by side, line by line: what is the same stands in one row, and so does what takes its place. */
final class Aligned {

    /** How many rows are given; what follows is counted in a last one. */
    static final int MAX_ROWS = 400;

    /** How many lines of a text are compared. */
    private static final int MAX_LINES = 5_000;

    /** How much of a line is given, and how much of that may be the same before it differs. */
    static final int MAX_LINE = 800;

    private static final int CONTEXT = 120;

    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    private int left;

    private Aligned() {}

    /** Returns rows of {@code left} and {@code right}, each a line, or not there; with {@code differs} where they do. */
    static ArrayNode of(@Nullable String left, @Nullable String right) {
        Aligned aligned = new Aligned();
        List<String> a = lines(left);
        List<String> b = lines(right);
        int at = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(a, b).getDeltas()) {
            for (; at < delta.getSource().getPosition(); at++) {
                aligned.row(a.get(at), a.get(at), false);
            }
            List<String> gone = delta.getSource().getLines();
            List<String> come = delta.getTarget().getLines();
            for (int i = 0; i < Math.max(gone.size(), come.size()); i++) {
                aligned.row(i < gone.size() ? gone.get(i) : null, i < come.size() ? come.get(i) : null, true);
            }
            at += gone.size();
        }
        for (; at < a.size(); at++) {
            aligned.row(a.get(at), a.get(at), false);
        }
        if (aligned.left > 0) {
            aligned.rows.addObject().put("more", aligned.left);
        }
        return aligned.rows;
    }

    private static List<String> lines(@Nullable String text) {
        return text == null
                ? List.of()
                : new ArrayList<>(text.lines().limit(MAX_LINES).toList());
    }

    private void row(@Nullable String a, @Nullable String b, boolean differs) {
        if (rows.size() >= MAX_ROWS) {
            left++;
            return;
        }
        ObjectNode row = rows.addObject().put("differs", differs);
        int same = differs && a != null && b != null ? common(a, b) : 0;
        if (a != null) {
            row.put("left", cut(a, same));
        }
        if (b != null) {
            row.put("right", cut(b, same));
        }
    }

    private static int common(String a, String b) {
        int same = 0;
        while (same < Math.min(a.length(), b.length()) && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        return same;
    }

    /** A line around the place where it begins to differ. */
    private static String cut(String line, int same) {
        if (line.length() <= MAX_LINE) {
            return VisibleText.of(line);
        }
        int from = same > MAX_LINE - CONTEXT ? Math.min(same - CONTEXT, line.length()) : 0;
        int end = Math.min(line.length(), from + MAX_LINE);
        // No character outside the basic plane is cut in two.
        from -= from > 0 && from < line.length() && Character.isLowSurrogate(line.charAt(from)) ? 1 : 0;
        end -= end < line.length() && Character.isLowSurrogate(line.charAt(end)) ? 1 : 0;
        return (from > 0 ? "…" : "") + VisibleText.of(line.substring(from, end)) + (end < line.length() ? "…" : "");
    }
}
