package io.acp4j.rpc.internal.record;

import com.fasterxml.jackson.databind.JsonNode;

/** The kinds of frames, as far as playback tells them apart. */
public enum FrameKind {
    REQUEST,
    NOTIFICATION,
    ANSWER;

    public static FrameKind of(JsonNode frame) {
        if (!frame.has("method")) {
            return ANSWER;
        }
        return frame.has("id") ? REQUEST : NOTIFICATION;
    }

    /** Returns whether a live frame is what a recorded one of this kind stands for. */
    public boolean matches(JsonNode recorded, JsonNode live) {
        if (of(live) != this) {
            return false;
        }
        // The requests that these are responses to were sent with the recorded ids.
        return this == ANSWER
                ? recorded.path("id").equals(live.path("id"))
                : recorded.path("method").equals(live.path("method"));
    }
}
