package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a log that a filter shows, found bit by bit as the log grows. For one thread at a time. */
public final class LogView {

    /** How much of an event is shown in its line, in bytes. */
    private static final int MAX_EVENT = 300;

    private final FrameLog log;
    private final FrameFilter filter;
    private long[] firsts = new long[256];
    private int[] counts = new int[256];
    private long[] sizes = new long[256];
    private int size;
    private int dividers;
    private final Set<Integer> met = new HashSet<>(Set.of(1));
    private final Set<Long> starts = new HashSet<>();
    private final Set<Long> late = new HashSet<>();
    private int newest = 1;
    private int connection = 1;
    private long scanned;
    private @Nullable FrameRow last;
    private boolean isOpen;

    /**
     * Creates a view that has looked at nothing yet.
     *
     * @param log the log
     * @param filter which rows it shows
     */
    public LogView(FrameLog log, FrameFilter filter) {
        this.log = log;
        this.filter = filter;
    }

    /**
     * A line of the view: a row, a run of chunks, or a divider before the rows of another connection.
     *
     * @param index its place in the view
     * @param row the first row; null when the log does not keep it any more
     * @param divider the connection that starts or continues here; null for rows
     * @param isStart true for a divider with which its connection starts
     * @param count how many rows the run has; 0 for a divider
     * @param size the size of all of them, in bytes without the ends of lines
     * @param event what has happened, cut where it is long; null for what is no event
     */
    public record Line(
            int index,
            @Nullable FrameRow row,
            @Nullable LoggedConnection divider,
            boolean isStart,
            int count,
            long size,
            @Nullable String event) {}

    /**
     * Looks at more rows.
     *
     * @param atMost how many rows to look at
     * @return whether there are more to be looked at
     */
    public boolean extend(int atMost) {
        long end = log.end();
        scanned = Math.max(scanned, log.first());
        long until = Math.min(end, scanned + atMost);
        while (scanned < until) {
            FrameRow row = log.row(scanned++);
            if (row != null && filter.shows(row, log)) {
                add(row);
            }
        }
        return scanned < end;
    }

    private void add(FrameRow row) {
        if (row.connection() != connection) {
            // Late events of an earlier connection, such as its end, name the connection instead.
            if (row.direction() != null || row.connection() > newest) {
                divide(row);
            } else {
                late.add(row.number());
            }
        }
        boolean joins = last != null && filter.joins(last, row);
        isOpen = joins ? isOpen : filter.open().contains(row.number());
        if (joins && !isOpen) {
            counts[size - 1]++;
            sizes[size - 1] += row.size();
        } else {
            append(row, 1, row.size());
        }
        last = row;
    }

    private void divide(FrameRow row) {
        connection = row.connection();
        newest = Math.max(newest, connection);
        if (log.connection(connection) != null) {
            append(row, 0, 0);
            dividers++;
            if (met.add(connection)) {
                starts.add(row.number());
            }
        }
    }

    private void append(FrameRow row, int count, long bytes) {
        if (size == firsts.length) {
            firsts = Arrays.copyOf(firsts, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
            sizes = Arrays.copyOf(sizes, size * 2);
        }
        firsts[size] = row.number();
        counts[size] = count;
        sizes[size++] = bytes;
    }

    /**
     * Returns the number of dividers among its lines.
     *
     * @return their number so far
     */
    public int dividers() {
        return dividers;
    }

    /**
     * Returns how many lines it has so far.
     *
     * @return their number
     */
    public int size() {
        return size;
    }

    /**
     * Returns up to which row it has looked.
     *
     * @return the number of the first row that it has not looked at
     */
    public long scanned() {
        return scanned;
    }

    /**
     * Returns some lines.
     *
     * @param from the first; less than 0 means 0
     * @param to the end; more than there are means all
     * @return the lines
     */
    public List<Line> lines(int from, int to) {
        List<Line> lines = new ArrayList<>();
        for (int i = Math.max(0, from); i < Math.min(to, size); i++) {
            FrameRow row = log.row(firsts[i]);
            LoggedConnection divider = row == null || counts[i] > 0 ? null : log.connection(row.connection());
            String event = row == null || divider != null ? null : event(row);
            boolean isStart = row != null && divider != null && starts.contains(row.number());
            lines.add(new Line(i, row, divider, isStart, counts[i], sizes[i], event));
        }
        return lines;
    }

    private @Nullable String event(FrameRow row) {
        byte[] bytes = row.head().kind() == FrameKind.EVENT ? log.bytes(row.number()) : null;
        String of = late.contains(row.number()) ? "connection " + row.connection() + ": " : "";
        return bytes == null ? null : of + new String(bytes, 0, cut(bytes), UTF_8);
    }

    /** Returns how much of a text is shown: no part of a character. */
    private static int cut(byte[] text) {
        int end = Math.min(text.length, MAX_EVENT);
        while (end < text.length && end > 0 && (text[end] & 0xC0) == 0x80) {
            end--; // Such a byte goes on with a character.
        }
        return end;
    }

    /**
     * Returns where a row is shown.
     *
     * @param number the row
     * @return the place of the last line that does not begin after it; -1 for none
     */
    public int indexOf(long number) {
        int found = Arrays.binarySearch(firsts, 0, size, number);
        int line = found >= 0 ? found : -found - 2;
        return line >= 0 && counts[line] == 0 ? line + 1 : line; // A divider has the number of the row after it.
    }
}
