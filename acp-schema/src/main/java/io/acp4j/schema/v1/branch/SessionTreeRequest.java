package io.acp4j.schema.v1.branch;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of the tree of messages that a session has.
 *
 * @param sessionId the session
 * @param cursor where the page starts, as a response before told it; null for the first page
 * @param limit how many entries the page may have at most, from 1 to 65535; null leaves it to the agent, which may
 *     always give fewer
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionTreeRequest(
        SessionId sessionId,
        @Nullable String cursor,
        @Nullable Integer limit,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTreeRequest> CODEC = ObjectCodec.of("SessionTreeRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SessionTreeRequest::sessionId);
        var cursor = type.optional("cursor", Codecs.STRING, SessionTreeRequest::cursor);
        var limit = type.optional("limit", Counts.LIMIT, SessionTreeRequest::limit);
        var meta = type.lenient("_meta", Meta.CODEC, SessionTreeRequest::meta);
        return in -> new SessionTreeRequest(in.get(sessionId), in.find(cursor), in.find(limit), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionTreeRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Makes a request for the first page, of the size that the agent likes.
     *
     * @param sessionId the session
     * @return the request
     */
    public static SessionTreeRequest of(SessionId sessionId) {
        return new SessionTreeRequest(sessionId, null, null, null);
    }

    /**
     * Asks for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the next page
     */
    public SessionTreeRequest after(String nextCursor) {
        return new SessionTreeRequest(sessionId, Objects.requireNonNull(nextCursor, "nextCursor"), limit, meta);
    }
}
