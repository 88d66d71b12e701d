package io.acp4j.inspector.recording;

import java.time.Instant;
import java.util.List;

/**
 * A conversation as it was recorded, one connection of it.
 *
 * @param frames the frames, in their order
 * @param events what has happened beside them, in its order
 * @param isTruncated whether there was more than what was recorded
 */
public record WireRecording(List<WireFrame> frames, List<Event> events, boolean isTruncated) {

    /**
     * What a tap has noted: that the agent has ended, or that something is missing.
     *
     * @param place how many frames came before it
     * @param time when
     * @param what for people
     */
    public record Event(int place, Instant time, String what) {}

    /** Keeps frames and events from being changed. */
    public WireRecording {
        frames = List.copyOf(frames);
        events = List.copyOf(events);
    }

    /**
     * Creates a recording of frames alone.
     *
     * @param frames the frames, in their order
     * @param isTruncated whether there was more than what was recorded
     */
    public WireRecording(List<WireFrame> frames, boolean isTruncated) {
        this(frames, List.of(), isTruncated);
    }
}
