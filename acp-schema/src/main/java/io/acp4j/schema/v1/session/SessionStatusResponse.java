package io.acp4j.schema.v1.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the agent had a session in memory when it answered.
 *
 * @param status whether it had
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-status")
public record SessionStatusResponse(
        SessionStatus status, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionStatusResponse> CODEC = ObjectCodec.of("SessionStatusResponse", type -> {
        var status = type.required("status", SessionStatus.CODEC, SessionStatusResponse::status);
        var meta = type.lenient("_meta", Meta.CODEC, SessionStatusResponse::meta);
        return in -> new SessionStatusResponse(in.get(status), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionStatusResponse {
        Objects.requireNonNull(status, "status");
    }

    /**
     * Makes a response without extra data.
     *
     * @param status whether it had
     * @return the response
     */
    public static SessionStatusResponse of(SessionStatus status) {
        return new SessionStatusResponse(status, null);
    }
}
