package io.acp4j.inspector.log;

import io.acp4j.inspector.recording.UnreadableLines;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fills a log with a recording. */
public final class RecordingLog {

    /** Room for the rows after the frames and the events. */
    private static final int SLACK = 1_000;

    private RecordingLog() {}

    /**
     * Returns an empty log with room for all of a recording.
     *
     * @param recording the recording
     * @return the log, to be closed
     * @throws IOException if the files of the log cannot be created
     */
    public static FrameLog create(WireRecording recording) throws IOException {
        long rows = 2L * (recording.frames().size() + recording.events().size()) + SLACK;
        return FrameLog.create((int) Math.min(rows, Integer.MAX_VALUE), 2L * Integer.MAX_VALUE, Clock.systemUTC());
    }

    /**
     * Returns a log with the frames of a recording alone. The number of a row is the index of its frame.
     *
     * @param recording the recording
     * @return the log, to be closed
     * @throws IOException if the files of the log cannot be created
     */
    public static FrameLog of(WireRecording recording) throws IOException {
        FrameLog log = create(recording);
        frames(log, recording, frame -> {});
        return log;
    }

    /**
     * Adds the frames of a recording alone to a log. The number of a row is the index of its frame.
     *
     * @param log the log, which has no rows
     * @param recording the recording
     * @param listener called with each frame after it was added
     */
    public static void frames(FrameLog log, WireRecording recording, Consumer<WireFrame> listener) {
        rows(log, recording, List.of(), listener);
    }

    /**
     * Adds the frames, events and gaps of a recording to a log.
     *
     * @param log the log, which has no rows
     * @param recording the recording
     * @param listener called with each frame after it was added
     */
    public static void fill(FrameLog log, WireRecording recording, Consumer<WireFrame> listener) {
        rows(log, recording, recording.events(), listener);
        List<WireFrame> frames = recording.frames();
        Instant last =
                frames.isEmpty() ? Instant.EPOCH : frames.get(frames.size() - 1).time();
        if (recording.isTruncated()) {
            log.recorded(last, "the recording was truncated here");
        }
        UnreadableLines unreadable = recording.unreadable();
        if (unreadable.count() > 0) {
            log.recorded(last, unreadable.title());
            unreadable.first().forEach(line -> log.recorded(last, line.toString()));
            if (unreadable.notListed() > 0) {
                log.recorded(last, unreadable.notListed() + " more lines");
            }
        }
    }

    private static void rows(
            FrameLog log, WireRecording recording, List<WireRecording.Event> noted, Consumer<WireFrame> listener) {
        Map<Integer, WireRecording.Connection> starts = new HashMap<>();
        recording.connections().forEach(each -> starts.put(each.number(), each));
        Map<Integer, LoggedConnection> connections = new HashMap<>();
        Iterator<WireRecording.Event> events = noted.iterator();
        WireRecording.@Nullable Event event = events.hasNext() ? events.next() : null;
        List<WireFrame> frames = recording.frames();
        LoggedConnection newest = null;
        if (!frames.isEmpty()) {
            // An event before the first frame belongs to the connection of that frame.
            newest = opened(log, frames.get(0), starts);
            connections.put(frames.get(0).connection(), newest);
        }
        for (int i = 0; i <= frames.size(); i++) {
            while (event != null && event.place() <= i) {
                log.recorded(event.time(), event.what());
                event = events.hasNext() ? events.next() : null;
            }
            if (i < frames.size()) {
                WireFrame frame = frames.get(i);
                LoggedConnection connection = connections.get(frame.connection());
                if (connection == null) {
                    if (newest != null) {
                        newest.ended();
                    }
                    connection = opened(log, frame, starts);
                    connections.put(frame.connection(), connection);
                    newest = connection;
                }
                connection.recorded(frame.direction(), frame.time(), frame.bytes());
                listener.accept(frame);
            }
        }
    }

    private static LoggedConnection opened(
            FrameLog log, WireFrame frame, Map<Integer, WireRecording.Connection> starts) {
        WireRecording.Connection start = starts.get(frame.connection());
        return start == null ? log.open(frame.time(), "") : log.open(start.time(), start.reason());
    }
}
