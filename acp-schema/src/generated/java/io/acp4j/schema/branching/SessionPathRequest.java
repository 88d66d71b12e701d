// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
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
 * Asks for a page of the messages from the root to one of them.
 *
 * @param sessionId the session
 * @param messageId the message that the path ends with, a leaf or any other; null for the head of the session
 * @param cursor where the page starts, as a response before told it; null for the first page
 * @param limit how many entries the page may have at most, from 1 to 65535; null leaves it to the agent, which may
 *     always give fewer
 * @param direction from which end to start; null means from the root
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionPathRequest(
        SessionId sessionId,
        @Nullable MessageId messageId,
        @Nullable String cursor,
        @Nullable Integer limit,
        @Nullable PathDirection direction,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionPathRequest> CODEC = ObjectCodec.of("SessionPathRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SessionPathRequest::sessionId);
        var messageId = type.optional("messageId", MessageId.CODEC, SessionPathRequest::messageId);
        var cursor = type.optional("cursor", Codecs.STRING, SessionPathRequest::cursor);
        var limit = type.optional("limit", Counts.LIMIT, SessionPathRequest::limit);
        var direction = type.optional("direction", PathDirection.CODEC, SessionPathRequest::direction);
        var meta = type.lenient("_meta", Meta.CODEC, SessionPathRequest::meta);
        return in -> new SessionPathRequest(
                in.get(sessionId),
                in.find(messageId),
                in.find(cursor),
                in.find(limit),
                in.find(direction),
                in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionPathRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @return the request
     */
    public static SessionPathRequest of(SessionId sessionId) {
        return new SessionPathRequest(sessionId, null, null, null, null, null);
    }

    /**
     * Returns the same request for another page of the same path.
     *
     * @param pageCursor a cursor that a page of the path carries
     * @return the same request for another page of the same path
     */
    public SessionPathRequest at(String pageCursor) {
        return toBuilder()
                .cursor(Objects.requireNonNull(pageCursor, "pageCursor"))
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
        copy.messageId = messageId;
        copy.cursor = cursor;
        copy.limit = limit;
        copy.direction = direction;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionPathRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable MessageId messageId;
        private @Nullable String cursor;
        private @Nullable Integer limit;
        private @Nullable PathDirection direction;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
        }

        /**
         * Sets the message that the path ends with, a leaf or any other.
         *
         * @param messageId the message that the path ends with, a leaf or any other; null for the head of the session
         * @return this
         */
        public Builder messageId(@Nullable MessageId messageId) {
            this.messageId = messageId;
            return this;
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
         * Sets from which end to start.
         *
         * @param direction from which end to start; null means from the root
         * @return this
         */
        public Builder direction(@Nullable PathDirection direction) {
            this.direction = direction;
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
        public SessionPathRequest build() {
            return new SessionPathRequest(sessionId, messageId, cursor, limit, direction, meta);
        }
    }
}
