// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent for a page of the sessions that it stores.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.list}.
 *
 * @param cwd the working directory that sessions must have to be listed, an absolute path; null lists those of any
 * @param cursor where the page starts, as the response before told it; null for the first page
 * @param archived which sessions to list by whether they are archived; null lists those that are not
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#listing-sessions">the specification</a>
 * @since 0.1.0
 */
public record ListSessionsRequest(
        @Nullable String cwd,
        @Nullable String cursor,
        @Unstable("session-archive") @Nullable SessionArchiveFilter archived,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListSessionsRequest> CODEC = ObjectCodec.of("ListSessionsRequest", type -> {
        type.nullMeansEmpty();
        var cwd = type.optional("cwd", Codecs.STRING, ListSessionsRequest::cwd);
        var cursor = type.optional("cursor", Codecs.STRING, ListSessionsRequest::cursor);
        var archived = type.optional("archived", SessionArchiveFilter.CODEC, ListSessionsRequest::archived);
        var meta = type.lenient("_meta", Meta.CODEC, ListSessionsRequest::meta);
        return in -> new ListSessionsRequest(in.find(cwd), in.find(cursor), in.find(archived), in.find(meta));
    });

    /** Asks for the first page of all sessions. */
    public static final ListSessionsRequest ALL = new ListSessionsRequest(null, null, null, null);

    /**
     * Returns a request for sessions by whether they are archived, too.
     *
     * <p>Only for agents that advertise {@code sessionCapabilities.archive}.
     *
     * @param filter which ones to list; null lists those that are not archived
     * @return a request for sessions by whether they are archived, too
     */
    @Unstable("session-archive")
    public ListSessionsRequest archived(@Nullable SessionArchiveFilter filter) {
        return toBuilder().archived(filter).build();
    }

    /**
     * Returns the same request for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the page that follows one
     */
    public ListSessionsRequest after(String nextCursor) {
        return toBuilder()
                .cursor(Objects.requireNonNull(nextCursor, "nextCursor"))
                .build();
    }

    /**
     * Starts a request, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.cwd = cwd;
        copy.cursor = cursor;
        copy.archived = archived;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ListSessionsRequest}; used by one thread. */
    public static final class Builder {

        private @Nullable String cwd;
        private @Nullable String cursor;
        private @Nullable SessionArchiveFilter archived;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets the working directory that sessions must have to be listed, an absolute path.
         *
         * @param cwd the working directory that sessions must have to be listed, an absolute path; null lists those of
         *     any
         * @return this
         */
        public Builder cwd(@Nullable String cwd) {
            this.cwd = cwd;
            return this;
        }

        /**
         * Sets where the page starts, as the response before told it.
         *
         * @param cursor where the page starts, as the response before told it; null for the first page
         * @return this
         */
        public Builder cursor(@Nullable String cursor) {
            this.cursor = cursor;
            return this;
        }

        /**
         * Sets which sessions to list by whether they are archived.
         *
         * @param archived which sessions to list by whether they are archived; null lists those that are not
         * @return this
         */
        @Unstable("session-archive")
        public Builder archived(@Nullable SessionArchiveFilter archived) {
            this.archived = archived;
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
        public ListSessionsRequest build() {
            return new ListSessionsRequest(cwd, cursor, archived, meta);
        }
    }
}
