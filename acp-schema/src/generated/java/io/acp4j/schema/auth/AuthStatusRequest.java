// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent whether its user is authenticated; changes nothing.
 *
 * <p>Only for agents that advertise {@code auth.status}.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthStatusRequest(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthStatusRequest> CODEC = ObjectCodec.of("AuthStatusRequest", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, AuthStatusRequest::meta);
        return in -> new AuthStatusRequest(in.find(meta));
    });

    /** A request without extra data. */
    public static final AuthStatusRequest EMPTY = new AuthStatusRequest(null);
}
