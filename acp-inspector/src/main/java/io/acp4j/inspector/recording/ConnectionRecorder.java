package io.acp4j.inspector.recording;

import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.record.WireRecorder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Writes the frames of several connections with one recorder. Used by one thread. */
public final class ConnectionRecorder {

    private final WireRecorder recorder;
    private final FrameClock clock;
    private final Map<Integer, WireListener> connections = new HashMap<>();

    /**
     * Creates a recorder of connections.
     *
     * @param recorder writes the frames; it has no frames yet
     * @param clock the clock of that recorder
     */
    public ConnectionRecorder(WireRecorder recorder, FrameClock clock) {
        this.recorder = recorder;
        this.clock = clock;
    }

    /**
     * Writes a frame, after the start of its connection if that was not written yet.
     *
     * @param start the start of the connection of the frame
     * @param direction the direction of the frame
     * @param time the time of the frame
     * @param bytes the frame
     */
    public void record(WireRecording.Connection start, Direction direction, Instant time, byte[] bytes) {
        WireListener connection = connections.get(start.number());
        if (connection == null) {
            clock.set(start.time());
            connection = recorder.connection(start.reason());
            connections.put(start.number(), connection);
        }
        clock.set(time);
        connection.onFrame(direction, bytes, 0, bytes.length);
    }
}
