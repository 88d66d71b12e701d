package io.acp4j.inspector.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Renders the output of a command as lines of styled text, as a terminal would show it.
 *
 * <p>Interpreted are colours and text attributes (SGR), carriage return, backspace, tabulator, erase-line, and movements of the cursor within
 * the line. All other control characters and escape sequences are removed, including titles, clipboard access, links and images. Output may
 * be split at any character. Lines do not wrap at the width of a terminal, but after {@value #MAX_COLUMNS} columns.
 *
 * <p>The last {@value #MAX_CELLS} characters and {@value #MAX_LINES} lines are kept. Not thread-safe.
 */
public final class TerminalRenderer {

    /** Maximum number of lines. */
    public static final int MAX_LINES = 2_000;

    /** Maximum number of characters. */
    public static final int MAX_CELLS = 50_000;

    /** Maximum length of a line. */
    public static final int MAX_COLUMNS = 4_000;

    private static final int TAB = 8;

    private final EscapeSequenceParser parser = new EscapeSequenceParser(this::print, this::control, this::sequence);
    private final Deque<List<TerminalRun>> finished = new ArrayDeque<>();
    private int finishedCells;
    private TerminalLine line = new TerminalLine();
    private int column;
    private TerminalStyle style = TerminalStyle.PLAIN;
    private boolean truncated;

    /** Creates a renderer without output. */
    public TerminalRenderer() {}

    /**
     * Renders complete output.
     *
     * @param output the output
     * @return the lines
     */
    public static List<List<TerminalRun>> render(String output) {
        TerminalRenderer renderer = new TerminalRenderer();
        renderer.append(output);
        return renderer.lines();
    }

    /**
     * Adds output.
     *
     * @param output the output; may begin or end within an escape sequence
     */
    public void append(String output) {
        parser.accept(output);
    }

    /**
     * Returns the lines. An empty line at the end is not included.
     *
     * @return the runs of each line
     */
    public List<List<TerminalRun>> lines() {
        List<List<TerminalRun>> lines = new ArrayList<>(finished);
        List<TerminalRun> last = line.runs();
        if (!last.isEmpty()) {
            lines.add(last);
        }
        return lines;
    }

    /**
     * Returns the lines that can no longer change, and removes them.
     *
     * @return the runs of each line
     */
    public List<List<TerminalRun>> takeFinished() {
        List<List<TerminalRun>> lines = new ArrayList<>(finished);
        finished.clear();
        finishedCells = 0;
        return lines;
    }

    /**
     * Returns true if lines at the beginning were removed.
     *
     * @return true if the output is not complete
     */
    public boolean isTruncated() {
        return truncated;
    }

    private void print(int character) {
        if (isCombining(character)) {
            line.combine(column - 1, character);
            return;
        }
        if (column >= MAX_COLUMNS) {
            endLine();
        }
        line.put(column, character, style);
        column++;
    }

    private static boolean isCombining(int character) {
        int type = Character.getType(character);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.FORMAT;
    }

    private void control(char character) {
        switch (character) {
            case '\n', '\u000b', '\f' -> endLine();
            case '\r' -> column = 0;
            case '\b' -> column = Math.max(0, column - 1);
            case '\t' -> moveTo((column / TAB + 1) * TAB);
            default -> {} // Other control characters show nothing.
        }
    }

    private void endLine() {
        List<TerminalRun> runs = line.runs();
        finishedCells += cells(runs);
        finished.add(runs);
        line = new TerminalLine();
        column = 0;
        while (finished.size() > MAX_LINES || finishedCells > MAX_CELLS) {
            finishedCells -= cells(finished.removeFirst());
            truncated = true;
        }
    }

    private static int cells(List<TerminalRun> runs) {
        return runs.stream().mapToInt(run -> run.text().length()).sum();
    }

    private void moveTo(int target) {
        column = Math.max(0, Math.min(MAX_COLUMNS - 1, target));
    }

    private void sequence(char command, String parameters) {
        int count = SgrSequence.number(parameters, 1);
        switch (command) {
            case 'm' -> style = SgrSequence.apply(style, parameters);
            case 'G', '`' -> moveTo(count - 1);
            case 'C', 'a' -> moveTo(column + Math.max(1, count));
            case 'D' -> moveTo(column - Math.max(1, count));
            case 'K' -> erase(SgrSequence.number(parameters, 0));
            default -> {} // Other sequences show nothing.
        }
    }

    private void erase(int part) {
        switch (part) {
            case 0 -> line.eraseFrom(column);
            case 1 -> line.eraseTo(column);
            case 2 -> line.eraseFrom(0);
            default -> {}
        }
    }
}
