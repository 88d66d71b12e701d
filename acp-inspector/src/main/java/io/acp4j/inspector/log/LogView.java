package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
     * A line of the view: a row, or a run of chunks.
     *
     * @param index its place in the view
     * @param row the first row; null when the log does not keep it any more
     * @param count how many rows the run has
     * @param size the size of all of them, in bytes without the ends of lines
     * @param event what has happened, cut where it is long; null for what is no event
     */
    public record Line(
            int index,
            @Nullable FrameRow row,
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
        boolean joins = last != null && filter.joins(last, row);
        isOpen = joins ? isOpen : filter.open().contains(row.number());
        if (joins && !isOpen) {
            counts[size - 1]++;
            sizes[size - 1] += row.size();
        } else {
            if (size == firsts.length) {
                firsts = Arrays.copyOf(firsts, size * 2);
                counts = Arrays.copyOf(counts, size * 2);
                sizes = Arrays.copyOf(sizes, size * 2);
            }
            firsts[size] = row.number();
            counts[size] = 1;
            sizes[size++] = row.size();
        }
        last = row;
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
            lines.add(new Line(i, row, counts[i], sizes[i], row == null ? null : event(row)));
        }
        return lines;
    }

    private @Nullable String event(FrameRow row) {
        byte[] bytes = row.head().kind() == FrameKind.EVENT ? log.bytes(row.number()) : null;
        return bytes == null ? null : new String(bytes, 0, cut(bytes), UTF_8);
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
        return found >= 0 ? found : -found - 2;
    }
}
