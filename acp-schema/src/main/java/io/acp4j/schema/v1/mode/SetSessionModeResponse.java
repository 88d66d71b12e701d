package io.acp4j.schema.v1.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Tells that the session is in the mode asked for.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-client">the specification</a>
 * @since 0.1.0
 */
public record SetSessionModeResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionModeResponse> CODEC = ObjectCodec.of("SetSessionModeResponse", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, SetSessionModeResponse::meta);
        type.nullMeansEmpty();
        return in -> new SetSessionModeResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final SetSessionModeResponse EMPTY = new SetSessionModeResponse(null);
}
