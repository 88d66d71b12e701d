// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the user is authenticated.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#protocol-driven-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthenticateResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthenticateResponse> CODEC = ObjectCodec.of("AuthenticateResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, AuthenticateResponse::meta);
        return in -> new AuthenticateResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final AuthenticateResponse EMPTY = new AuthenticateResponse(null);
}
