package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes of a message read as.
 *
 * @param json the value; null when it is no JSON
 * @param kind what it seems to be
 * @param problem why it is no message; null when it is one
 */
public record Reading(
        @Nullable JsonNode json, Entry.Kind kind, @Nullable String problem) {

    /** Reads a message, which is complete when its delimiter was there. */
    public static Reading of(byte[] bytes, boolean complete) {
        String incomplete = complete ? null : "no newline at its end";
        try {
            JsonNode json = Json.readRepaired(bytes);
            Entry.Kind kind = kindOf(json);
            boolean strange = kind == Entry.Kind.INVALID && incomplete == null;
            return new Reading(
                    json, kind, strange ? "neither a request nor a notification nor a response" : incomplete);
        } catch (IOException e) {
            return new Reading(null, Entry.Kind.INVALID, incomplete == null ? "not one JSON value" : incomplete);
        }
    }

    private static Entry.Kind kindOf(@Nullable JsonNode json) {
        if (json == null || !json.isObject()) {
            return Entry.Kind.INVALID;
        }
        if (json.has("method")) {
            return json.has("id") ? Entry.Kind.REQUEST : Entry.Kind.NOTIFICATION;
        }
        return json.has("result") || json.has("error") ? Entry.Kind.RESPONSE : Entry.Kind.INVALID;
    }
}
