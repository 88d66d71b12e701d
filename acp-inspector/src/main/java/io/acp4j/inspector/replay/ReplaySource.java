package io.acp4j.inspector.replay;

import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.rpc.WireListener.Direction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation of a log, to be replayed.
 *
 * @param frames its frames
 * @param rows their rows in the log
 */
record ReplaySource(List<WireFrame> frames, List<Long> rows) {

    /** How much is replayed: it is kept in memory, and compared there. */
    private static final int MAX_FRAMES = 100_000;

    private static final long MAX_BYTES = 64L * 1024 * 1024;

    /** Returns the newest connection of a log that has any frames. */
    static ReplaySource of(FrameLog log) {
        long end = log.end();
        long first = log.first();
        int connection = newestWithFrames(log, first, end);
        List<WireFrame> frames = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        long size = 0;
        for (long number = first; number < end; number++) {
            FrameRow row = log.row(number);
            byte[] bytes = row == null || row.connection() != connection ? null : log.bytes(number);
            if (row == null || bytes == null || row.direction() == null) {
                continue;
            }
            frames.add(new WireFrame(
                    row.direction() == Direction.OUTBOUND, Instant.EPOCH.plus(row.micros(), ChronoUnit.MICROS), bytes));
            rows.add(number);
            size += bytes.length;
            if (frames.size() > MAX_FRAMES || size > MAX_BYTES) {
                throw new PageException("the page replays up to " + MAX_FRAMES + " frames and "
                        + MAX_BYTES / (1024 * 1024) + " MiB; save the recording, and use acp replay");
            }
        }
        if (frames.isEmpty()) {
            throw new PageException("nothing was said in this conversation yet");
        }
        if (log.startOf(connection) < first) {
            throw new PageException("the beginning of this conversation is no longer kept, so it cannot be replayed");
        }
        return new ReplaySource(frames, rows);
    }

    private static int newestWithFrames(FrameLog log, long first, long end) {
        int newest = 0;
        for (long number = end - 1; number >= first; number--) {
            FrameRow row = log.row(number);
            if (row != null && row.direction() != null) {
                newest = Math.max(newest, row.connection());
            }
        }
        return newest;
    }
}
