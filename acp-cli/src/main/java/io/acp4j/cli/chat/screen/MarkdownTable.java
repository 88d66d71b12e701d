package io.acp4j.cli.chat.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The lines of a table in Markdown. They are shown with aligned columns within the width of the screen. A table with too many columns for
 * the width is shown as a list of its rows. Lines that are not a table are shown as text.
 */
final class MarkdownTable {

    /** Maximum number of lines of one table. The next table continues with the following lines. */
    private static final int MAX_LINES = 500;

    /** Maximum number of characters of one table. */
    private static final int MAX_CHARACTERS = 200_000;

    /** The narrowest column whose cells are broken. In a narrower one, nearly each word would be. */
    private static final int MIN_WIDTH = 6;

    private static final Pattern DELIMITER = Pattern.compile("\\s*:?-+:?\\s*");
    private static final String SEPARATOR = " │ ";

    private enum Alignment {
        LEFT,
        CENTER,
        RIGHT
    }

    private final List<String> lines = new ArrayList<>();
    private int characters;

    void add(String line) {
        lines.add(line);
        characters += line.length();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    boolean isFull() {
        return lines.size() >= MAX_LINES || characters >= MAX_CHARACTERS;
    }

    /** Shows the table, or the lines as text if they are not a table. */
    void show(Screen screen, Style base) {
        List<Alignment> alignments = alignments();
        if (alignments.isEmpty()) {
            InlineMarkdown text = new InlineMarkdown(screen::text, base);
            for (String line : lines) {
                text.append(line);
                text.literal("\n");
                text.begin(base);
            }
            return;
        }
        List<List<StyledCell>> rows = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (i != 1) {
                rows.add(row(lines.get(i), alignments.size(), i == 0 ? Style.BOLD : base));
            }
        }
        int columns = alignments.size();
        int[] widths = new int[columns];
        int[] words = new int[columns];
        for (List<StyledCell> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).width());
                words[i] = Math.max(words[i], row.get(i).longestWord());
            }
        }
        int available = screen.width() - 2 - SEPARATOR.length() * (columns - 1);
        int widestWord = limit(words, new int[columns], available);
        if (widestWord < Math.min(MIN_WIDTH, Arrays.stream(words).max().orElse(0))) {
            list(screen, rows, base);
            return;
        }
        reduce(words, new int[columns], widestWord);
        reduce(widths, words, limit(widths, words, available));
        for (int i = 0; i < rows.size(); i++) {
            cells(screen, rows.get(i), widths, alignments);
            if (i == 0) {
                rule(screen, widths);
            }
        }
    }

    /** Returns the alignments of the columns; empty if the lines are not a table. */
    private List<Alignment> alignments() {
        if (lines.size() < 2) {
            return List.of();
        }
        List<String> delimiters = split(lines.get(1));
        if (delimiters.size() != split(lines.get(0)).size()
                || !delimiters.stream().allMatch(each -> DELIMITER.matcher(each).matches())) {
            return List.of();
        }
        return delimiters.stream()
                .map(String::strip)
                .map(MarkdownTable::alignment)
                .toList();
    }

    private static Alignment alignment(String delimiter) {
        if (!delimiter.endsWith(":")) {
            return Alignment.LEFT;
        }
        return delimiter.startsWith(":") ? Alignment.CENTER : Alignment.RIGHT;
    }

    /** Returns the texts between the pipes of a line, except pipes after a backslash. */
    private static List<String> split(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        String text = line.strip();
        for (int i = text.startsWith("|") ? 1 : 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && text.startsWith("|", i + 1)) {
                cell.append('|');
                i++;
            } else if (c == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        if (!cell.isEmpty()) {
            cells.add(cell.toString().strip());
        }
        return cells;
    }

    private static List<StyledCell> row(String line, int columns, Style base) {
        List<String> texts = split(line);
        List<StyledCell> cells = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            cells.add(StyledCell.of(i < texts.size() ? texts.get(i) : "", base));
        }
        return cells;
    }

    /** Returns the largest limit of the wider columns at which the widths, each at least its minimum, are together available. */
    private static int limit(int[] widths, int[] minima, int available) {
        int limit = Arrays.stream(widths).max().orElse(0);
        while (limit > 0) {
            int[] reduced = widths.clone();
            reduce(reduced, minima, limit);
            if (Arrays.stream(reduced).sum() <= available) {
                return limit;
            }
            limit = Math.min(limit - 1, available);
        }
        return 0;
    }

    private static void reduce(int[] widths, int[] minima, int limit) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(minima[i], Math.min(widths[i], limit));
        }
    }

    private static void cells(Screen screen, List<StyledCell> row, int[] widths, List<Alignment> alignments) {
        List<List<StyledCell>> wrapped = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            List<StyledCell> parts = row.get(i).wrapped(Math.max(1, widths[i]));
            wrapped.add(parts);
            height = Math.max(height, parts.size());
        }
        for (int line = 0; line < height; line++) {
            screen.text(" ", Style.PLAIN);
            for (int i = 0; i < widths.length; i++) {
                if (i > 0) {
                    screen.text(SEPARATOR, Style.DIM);
                }
                List<StyledCell> parts = wrapped.get(i);
                StyledCell part = line < parts.size() ? parts.get(line) : StyledCell.EMPTY;
                aligned(screen, part, widths[i] - part.width(), alignments.get(i), i == widths.length - 1);
            }
            screen.text("\n", Style.PLAIN);
        }
    }

    private static void aligned(Screen screen, StyledCell part, int padding, Alignment alignment, boolean isLast) {
        int before = switch (alignment) {
            case LEFT -> 0;
            case CENTER -> padding / 2;
            case RIGHT -> padding;
        };
        screen.text(" ".repeat(Math.max(0, before)), Style.PLAIN);
        part.show(screen);
        screen.text(" ".repeat(isLast ? 0 : Math.max(0, padding - before)), Style.PLAIN);
    }

    private static void rule(Screen screen, int[] widths) {
        StringBuilder rule = new StringBuilder("─");
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "─┼─").append("─".repeat(widths[i]));
        }
        screen.text(rule.append("─\n").toString(), Style.DIM);
    }

    /** Shows each row as lines of a heading and a cell. */
    private static void list(Screen screen, List<List<StyledCell>> rows, Style base) {
        List<StyledCell> headings = rows.get(0);
        for (List<StyledCell> row : rows.subList(1, rows.size())) {
            for (int i = 0; i < headings.size(); i++) {
                screen.text(i == 0 ? "• " : "  ", base);
                headings.get(i).show(screen);
                screen.text(": ", base);
                row.get(i).show(screen);
                screen.text("\n", base);
            }
        }
    }
}
