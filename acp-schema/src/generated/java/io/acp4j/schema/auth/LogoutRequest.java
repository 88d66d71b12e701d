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
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link LogoutRequest}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

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
        public LogoutRequest build() {
            return new LogoutRequest(meta);
        }
    }
}
