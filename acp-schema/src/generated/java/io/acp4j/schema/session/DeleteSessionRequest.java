// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to remove a session from those that it lists.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.delete}.
 *
 * @param sessionId the session
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-delete">the specification</a>
 * @since 0.1.0
 */
public record DeleteSessionRequest(
        SessionId sessionId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<DeleteSessionRequest> CODEC = ObjectCodec.of("DeleteSessionRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, DeleteSessionRequest::sessionId);
        var meta = type.lenient("_meta", Meta.CODEC, DeleteSessionRequest::meta);
        return in -> new DeleteSessionRequest(in.get(sessionId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public DeleteSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @return the request
     */
    public static DeleteSessionRequest of(SessionId sessionId) {
        return new DeleteSessionRequest(sessionId, null);
    }
}
