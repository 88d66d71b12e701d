// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that nobody is authenticated any more.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#logging-out">the specification</a>
 * @since 0.1.0
 */
public record LogoutResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<LogoutResponse> CODEC = ObjectCodec.of("LogoutResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, LogoutResponse::meta);
        return in -> new LogoutResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final LogoutResponse EMPTY = new LogoutResponse(null);
}
