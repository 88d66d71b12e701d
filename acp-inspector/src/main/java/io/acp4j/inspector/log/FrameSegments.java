package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The newest rows of a log, in segments. The oldest segment is removed when a limit is exceeded. Guarded by the log. */
final class FrameSegments {

    private static final int SEGMENTS = 16;

    private final Path directory;
    private final int rowsPerSegment;
    private final long bytesPerSegment;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private long end;
    private long firstKept;

    FrameSegments(Path directory, int maxRows, long maxBytes) {
        this.directory = directory;
        this.rowsPerSegment = Math.max(1, maxRows / SEGMENTS);
        this.bytesPerSegment = Math.max(1, maxBytes / SEGMENTS);
    }

    /** Adds a row with the next number. */
    FrameRow append(
            long micros, int connection, @Nullable Direction way, FrameHead head, byte[] bytes, int offset, int length)
            throws IOException {
        Segment segment = segmentFor(length);
        FrameRow row = new FrameRow(end, micros, connection, way, head, length, segment.append(bytes, offset, length));
        segment.rows().add(row);
        end++;
        return row;
    }

    private Segment segmentFor(int length) throws IOException {
        Segment last = segments.peekLast();
        boolean isFull = last != null
                && (last.rows().size() >= rowsPerSegment || (last.end() > 0 && last.end() + length > bytesPerSegment));
        if (last == null || isFull) {
            last = new Segment(directory, end);
            segments.addLast(last);
            if (segments.size() > SEGMENTS) {
                Segment oldest = segments.removeFirst();
                firstKept = oldest.first() + oldest.rows().size();
                oldest.close();
            }
        }
        return last;
    }

    /** Returns the number of the next row. */
    long end() {
        return end;
    }

    /** Returns the number of the first row that is kept; {@link #end()} if no row is kept. */
    long first() {
        return segments.isEmpty() ? firstKept : segments.getFirst().first();
    }

    @Nullable
    FrameRow row(long number) {
        Segment segment = find(number);
        return segment == null ? null : segment.rows().get((int) (number - segment.first()));
    }

    byte @Nullable [] bytes(long number) throws IOException {
        Segment segment = find(number);
        if (segment == null) {
            return null;
        }
        FrameRow row = segment.rows().get((int) (number - segment.first()));
        return segment.read(row.offset(), row.size());
    }

    private @Nullable Segment find(long number) {
        for (Segment segment : segments) {
            if (number >= segment.first()
                    && number < segment.first() + segment.rows().size()) {
                return segment;
            }
        }
        return null;
    }

    /** Removes all rows. The numbers continue. */
    void clear() throws IOException {
        while (!segments.isEmpty()) {
            segments.removeFirst().close();
        }
        firstKept = end;
    }
}
