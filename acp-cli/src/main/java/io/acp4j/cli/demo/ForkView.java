package io.acp4j.cli.demo;

import java.util.ArrayList;
import java.util.List;

/** Draws two conversations with a common beginning as a tree: the common part, then the two branches side by side. */
final class ForkView {

    private static final int COLUMN = 38;

    private ForkView() {}

    static List<String> draw(
            String leftTitle, List<Transcript.Entry> left, String rightTitle, List<Transcript.Entry> right) {
        int common = 0;
        while (common < Math.min(left.size(), right.size())
                && left.get(common).id().equals(right.get(common).id())) {
            common++;
        }
        List<String> lines = new ArrayList<>();
        for (Transcript.Entry entry : left.subList(0, common)) {
            lines.addAll(wrap(entry, 2 * COLUMN));
        }
        lines.add("├" + "─".repeat(COLUMN) + "┐");
        List<String> leftColumn = column(leftTitle, left.subList(common, left.size()));
        List<String> rightColumn = column(rightTitle, right.subList(common, right.size()));
        for (int i = 0; i < Math.max(leftColumn.size(), rightColumn.size()); i++) {
            String leftLine = i < leftColumn.size() ? leftColumn.get(i) : "";
            String rightLine = i < rightColumn.size() ? rightColumn.get(i) : "";
            lines.add(("│ " + pad(leftLine) + "│ " + rightLine).stripTrailing());
        }
        return lines;
    }

    private static List<String> column(String title, List<Transcript.Entry> entries) {
        List<String> lines = new ArrayList<>(List.of(title, ""));
        entries.forEach(entry -> lines.addAll(wrap(entry, COLUMN - 2)));
        return lines;
    }

    /** Breaks a message at white space. Its lines are indented after the speaker. */
    private static List<String> wrap(Transcript.Entry entry, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(String.format("%-6s", entry.speaker()));
        for (String word : entry.text().strip().split("\\s+", -1)) {
            if (line.length() + word.length() + 1 > width && !line.toString().isBlank()) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(6));
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    private static String pad(String line) {
        return line + " ".repeat(Math.max(0, COLUMN - 1 - line.length()));
    }
}
