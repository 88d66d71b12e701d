package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a fork: the action that created it, and the message of the source session that the action was applied to. The inspector
 * sends it in the {@code _meta} of its request, so that a recording contains it as well.
 *
 * @param kind the action
 * @param message the number of the message, from 1; null if it is unknown
 * @param source the session that was forked; null if it is unknown
 */
record ForkOrigin(
        Kind kind, @Nullable Integer message, @Nullable SessionId source) {

    /** The member of {@code _meta}. */
    static final String KEY = "acp4j/forkOrigin";

    enum Kind {
        /** A prompt was replaced by another one. */
        EDITED,
        /** A prompt was sent again, for another response. */
        REGENERATED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static ForkOrigin edited(SessionId source, int prompt) {
        return new ForkOrigin(Kind.EDITED, prompt + 1, source);
    }

    static ForkOrigin regenerated(SessionId source, int response) {
        return new ForkOrigin(Kind.REGENERATED, response + 1, source);
    }

    Meta meta() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kind", kind.word());
        if (message != null) {
            members.put("message", message);
        }
        if (source != null) {
            members.put("sessionId", source.value());
        }
        return Meta.of(KEY, members);
    }

    /** Reads the origin from the parameters of a request; null if they contain none. */
    static @Nullable ForkOrigin of(JsonNode params) {
        JsonNode origin = params.path("_meta").path(KEY);
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(origin.path("kind").asText())) {
                JsonNode message = origin.path("message");
                JsonNode source = origin.path("sessionId");
                return new ForkOrigin(
                        kind,
                        message.canConvertToInt() ? message.intValue() : null,
                        source.isTextual() ? new SessionId(source.textValue()) : null);
            }
        }
        return null;
    }

    /** Returns the mark in a tree, such as {@code edited@3}. */
    String mark() {
        return kind.word() + "@" + (message == null ? "?" : message);
    }
}
