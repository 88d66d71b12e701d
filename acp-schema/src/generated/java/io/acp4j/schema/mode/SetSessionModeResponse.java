// Written by build-support/write-types from src/protocol/mode.yaml: change that, not this.
package io.acp4j.schema.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the session is in the mode asked for.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-client">the specification</a>
 * @since 0.1.0
 */
public record SetSessionModeResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionModeResponse> CODEC = ObjectCodec.of("SetSessionModeResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, SetSessionModeResponse::meta);
        return in -> new SetSessionModeResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final SetSessionModeResponse EMPTY = new SetSessionModeResponse(null);
}
