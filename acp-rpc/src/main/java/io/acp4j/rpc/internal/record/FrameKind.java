package io.acp4j.rpc.internal.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;

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

    /** Returns the id of a frame, to be compared; a number is what it is worth, however it is spelled. */
    public static JsonNode idOf(JsonNode frame) {
        JsonNode id = frame.path("id");
        return id.canConvertToExactIntegral() && id.canConvertToLong() ? LongNode.valueOf(id.longValue()) : id;
    }

    /** Returns whether a live frame is what a recorded one of this kind stands for. */
    public boolean matches(JsonNode recorded, JsonNode live) {
        if (of(live) != this) {
            return false;
        }
        // The requests that these are responses to were sent with the recorded ids.
        return this == ANSWER
                ? idOf(recorded).equals(idOf(live))
                : recorded.path("method").equals(live.path("method"));
    }
}
