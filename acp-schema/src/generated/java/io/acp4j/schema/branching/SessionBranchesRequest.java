// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of the branches that a session has.
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
public record SessionBranchesRequest(
        SessionId sessionId,
        @Nullable String cursor,
        @Nullable Integer limit,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionBranchesRequest> CODEC = ObjectCodec.of("SessionBranchesRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SessionBranchesRequest::sessionId);
        var cursor = type.optional("cursor", Codecs.STRING, SessionBranchesRequest::cursor);
        var limit = type.optional("limit", Counts.LIMIT, SessionBranchesRequest::limit);
        var meta = type.lenient("_meta", Meta.CODEC, SessionBranchesRequest::meta);
        return in -> new SessionBranchesRequest(in.get(sessionId), in.find(cursor), in.find(limit), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionBranchesRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @return the request
     */
    public static SessionBranchesRequest of(SessionId sessionId) {
        return new SessionBranchesRequest(sessionId, null, null, null);
    }

    /**
     * Returns the same request for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the page that follows one
     */
    public SessionBranchesRequest after(String nextCursor) {
        return toBuilder()
                .cursor(Objects.requireNonNull(nextCursor, "nextCursor"))
                .build();
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.cursor = cursor;
        copy.limit = limit;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionBranchesRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable String cursor;
        private @Nullable Integer limit;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
        }

        /**
         * Sets where the page starts, as a response before told it.
         *
         * @param cursor where the page starts, as a response before told it; null for the first page
         * @return this
         */
        public Builder cursor(@Nullable String cursor) {
            this.cursor = cursor;
            return this;
        }

        /**
         * Sets how many entries the page may have at most, from 1 to 65535.
         *
         * @param limit how many entries the page may have at most, from 1 to 65535; null leaves it to the agent, which
         *     may always give fewer
         * @return this
         */
        public Builder limit(@Nullable Integer limit) {
            this.limit = limit;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public SessionBranchesRequest build() {
            return new SessionBranchesRequest(sessionId, cursor, limit, meta);
        }
    }
}
