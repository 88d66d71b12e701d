package io.acp4j.inspector.text;

import java.util.ArrayList;
import java.util.List;

/** A line of terminal output: cells, each with a character and its style. Not thread-safe. */
final class TerminalLine {

    /** Maximum number of combining characters in one cell. */
    private static final int MAX_COMBINING = 8;

    private static final String BLANK = " ";

    private final List<String> cells = new ArrayList<>();
    private final List<TerminalStyle> styles = new ArrayList<>();

    /** Sets the cell of a column. Missing cells before it become blank. */
    void put(int column, int character, TerminalStyle style) {
        while (cells.size() < column) {
            append(BLANK, TerminalStyle.PLAIN);
        }
        String cell = Character.toString(character);
        if (column == cells.size()) {
            append(cell, style);
        } else {
            cells.set(column, cell);
            styles.set(column, style);
        }
    }

    private void append(String cell, TerminalStyle style) {
        cells.add(cell);
        styles.add(style);
    }

    /** Adds a combining character to the cell of a column, if that cell exists. */
    void combine(int column, int character) {
        if (column >= 0 && column < cells.size()) {
            String cell = cells.get(column);
            if (cell.length() < MAX_COMBINING) {
                cells.set(column, cell + Character.toString(character));
            }
        }
    }

    /** Erases the cells from a column to the end. */
    void eraseFrom(int column) {
        if (column < cells.size()) {
            cells.subList(column, cells.size()).clear();
            styles.subList(column, styles.size()).clear();
        }
    }

    /** Erases the cells up to and including a column. */
    void eraseTo(int column) {
        for (int i = 0; i <= column && i < cells.size(); i++) {
            cells.set(i, BLANK);
            styles.set(i, TerminalStyle.PLAIN);
        }
    }

    /** Returns the runs, without blank cells at the end. */
    List<TerminalRun> runs() {
        int end = cells.size();
        while (end > 0
                && cells.get(end - 1).equals(BLANK)
                && styles.get(end - 1).equals(TerminalStyle.PLAIN)) {
            end--;
        }
        List<TerminalRun> runs = new ArrayList<>();
        for (int i = 0; i < end; ) {
            TerminalStyle style = styles.get(i);
            StringBuilder text = new StringBuilder();
            for (; i < end && styles.get(i).equals(style); i++) {
                text.append(cells.get(i));
            }
            runs.add(new TerminalRun(text.toString(), style));
        }
        return List.copyOf(runs);
    }
}
