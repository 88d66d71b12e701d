package io.acp4j.inspector.recording;

import java.util.List;

/**
 * A conversation as it was recorded, one connection of it.
 *
 * @param frames the frames, in their order
 * @param isTruncated whether there was more than what was recorded
 */
public record WireRecording(List<WireFrame> frames, boolean isTruncated) {

    /** Keeps the frames from being changed. */
    public WireRecording {
        frames = List.copyOf(frames);
    }
}
