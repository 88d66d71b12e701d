// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to forget who its user is.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#logging-out">the specification</a>
 * @since 0.1.0
 */
public record LogoutRequest(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<LogoutRequest> CODEC = ObjectCodec.of("LogoutRequest", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, LogoutRequest::meta);
        return in -> new LogoutRequest(in.find(meta));
    });

    /** A request without extra data. */
    public static final LogoutRequest EMPTY = new LogoutRequest(null);
}
