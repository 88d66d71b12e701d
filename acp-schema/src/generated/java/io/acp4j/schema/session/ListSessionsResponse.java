// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A page of the sessions that the agent stores.
 *
 * @param sessions the sessions of this page
 * @param nextCursor where the next page starts; null when this is the last
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#listing-sessions">the specification</a>
 * @since 0.1.0
 */
public record ListSessionsResponse(
        List<SessionInfo> sessions,
        @Nullable String nextCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListSessionsResponse> CODEC = ObjectCodec.of("ListSessionsResponse", type -> {
        var sessions = type.requiredLenientList("sessions", SessionInfo.CODEC, ListSessionsResponse::sessions);
        var nextCursor = type.isV2()
                ? type.optional("nextCursor", Codecs.STRING, ListSessionsResponse::nextCursor)
                : type.lenient("nextCursor", Codecs.STRING, ListSessionsResponse::nextCursor);
        var meta = type.lenient("_meta", Meta.CODEC, ListSessionsResponse::meta);
        return in -> new ListSessionsResponse(in.get(sessions), in.find(nextCursor), in.find(meta));
    });

    /** Copies the collections. */
    public ListSessionsResponse {
        sessions = List.copyOf(sessions);
    }

    /**
     * Returns a response with what is required.
     *
     * @param sessions the sessions of this page
     * @return the response
     */
    public static ListSessionsResponse of(List<SessionInfo> sessions) {
        return new ListSessionsResponse(sessions, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param sessions the sessions of this page
     * @return the builder
     */
    public static Builder builder(List<SessionInfo> sessions) {
        return new Builder(sessions);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessions);
        copy.nextCursor = nextCursor;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ListSessionsResponse}; used by one thread. */
    public static final class Builder {

        private final List<SessionInfo> sessions;
        private @Nullable String nextCursor;
        private @Nullable Meta meta;

        private Builder(List<SessionInfo> sessions) {
            this.sessions = Objects.requireNonNull(sessions, "sessions");
        }

        /**
         * Sets where the next page starts.
         *
         * @param nextCursor where the next page starts; null when this is the last
         * @return this
         */
        public Builder nextCursor(@Nullable String nextCursor) {
            this.nextCursor = nextCursor;
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
         * Returns the response.
         *
         * @return the response
         */
        public ListSessionsResponse build() {
            return new ListSessionsResponse(sessions, nextCursor, meta);
        }
    }
}
