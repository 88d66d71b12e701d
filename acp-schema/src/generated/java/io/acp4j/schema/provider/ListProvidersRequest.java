// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent which providers of models a client can configure.
 *
 * <p>Only for agents that advertise {@code agentCapabilities.providers}.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ListProvidersRequest(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListProvidersRequest> CODEC = ObjectCodec.of("ListProvidersRequest", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, ListProvidersRequest::meta);
        return in -> new ListProvidersRequest(in.find(meta));
    });

    /** A request without extra data. */
    public static final ListProvidersRequest EMPTY = new ListProvidersRequest(null);

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

    /** Collects the members of {@link ListProvidersRequest}; used by one thread. */
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
        public ListProvidersRequest build() {
            return new ListProvidersRequest(meta);
        }
    }
}
