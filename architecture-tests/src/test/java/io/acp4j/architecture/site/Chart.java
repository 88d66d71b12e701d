package io.acp4j.architecture.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/**
 * Bars for the rows of a table that have one number in each cell. Each row has a scale of its own, as rows have different units;
 * the table stands below and is the text of the chart.
 */
final class Chart {

    /** The line of Markdown in front of a table that is to have a chart. */
    static final String MARKER = "<!-- chart -->";

    private static final Pattern NUMBER = Pattern.compile("\\d+(?: \\d{3})*(?:\\.\\d+)?");
    private static final int BAR = 22;
    private static final int STEP = 26;
    private static final int HEADING = 24;
    private static final int GAP = 12;
    private static final int LINE = 42;

    private final List<List<String>> rows = new ArrayList<>();

    private Chart(TableBlock table) {
        table.accept(new AbstractVisitor() {
            @Override
            public void visit(CustomBlock node) {
                visitChildren(node);
            }

            @Override
            public void visit(CustomNode node) {
                if (node instanceof TableRow) {
                    rows.add(new ArrayList<>());
                } else if (node instanceof TableCell) {
                    rows.get(rows.size() - 1).add(text(node));
                }
                visitChildren(node);
            }
        });
    }

    private static String text(Node cell) {
        StringBuilder words = new StringBuilder();
        cell.accept(new AbstractVisitor() {
            @Override
            public void visit(Text node) {
                words.append(node.getLiteral());
            }

            @Override
            public void visit(Code node) {
                words.append(node.getLiteral());
            }
        });
        return words.toString().strip();
    }

    /**
     * Returns the chart of a table as SVG.
     *
     * @throws IllegalArgumentException if no row has a number in each cell
     */
    static String of(TableBlock table) {
        return new Chart(table).svg();
    }

    private String svg() {
        List<String> names = rows.get(0);
        StringBuilder bars = new StringBuilder();
        int y = 0;
        for (List<String> row : rows.subList(1, rows.size())) {
            List<String> cells = row.subList(1, row.size());
            if (cells.size() < 2 || cells.stream().anyMatch(cell -> number(cell).isEmpty())) {
                continue;
            }
            double most = cells.stream()
                    .mapToDouble(cell -> number(cell).orElseThrow())
                    .max()
                    .orElseThrow();
            for (String line : lines(row.get(0))) {
                bars.append(label("row", 0, y + 16, line));
                y += HEADING;
            }
            for (int i = 0; i < cells.size(); i++) {
                bars.append("<rect class=\"bar%s\" y=\"%d\" width=\"%s%%\" height=\"%d\"/>"
                        .formatted(i == 0 ? " first" : "", y, share(cells.get(i), most), BAR));
                bars.append(label("value", 8, y + 16, names.get(i + 1) + ": " + cells.get(i)));
                y += STEP;
            }
            y += GAP;
        }
        if (bars.isEmpty()) {
            throw new IllegalArgumentException("No row of the table has a number in each cell: " + names);
        }
        return "<svg class=\"chart\" role=\"img\" aria-label=\"Bars for the rows of the table below\" width=\"100%\" height=\""
                + y + "\">" + bars + "</svg>\n";
    }

    /** Returns the words in lines that fit on a small screen; pictures do not break lines themselves. */
    private static List<String> lines(String heading) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : heading.split(" ")) {
            if (!line.isEmpty() && line.length() + word.length() >= LINE) {
                lines.add(line);
                line = word;
            } else {
                line = line.isEmpty() ? word : line + " " + word;
            }
        }
        lines.add(line);
        return lines;
    }

    private static String label(String kind, int x, int y, String text) {
        return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(kind, x, y, Markdown.escaped(text));
    }

    private static String share(String cell, double most) {
        double share = most == 0 ? 0 : 100 * number(cell).orElseThrow() / most;
        return String.format(Locale.ROOT, "%.1f", share);
    }

    private static OptionalDouble number(String cell) {
        return NUMBER.matcher(cell).matches()
                ? OptionalDouble.of(Double.parseDouble(cell.replace(" ", "")))
                : OptionalDouble.empty();
    }
}
