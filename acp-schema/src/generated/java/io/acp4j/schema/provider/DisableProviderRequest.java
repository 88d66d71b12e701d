// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to use a provider no longer; not for one that it requires.
 *
 * <p>Only for agents that advertise {@code agentCapabilities.providers}.
 *
 * @param providerId the provider
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record DisableProviderRequest(
        ProviderId providerId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<DisableProviderRequest> CODEC = ObjectCodec.of("DisableProviderRequest", type -> {
        var providerId = type.required("providerId", ProviderId.CODEC, DisableProviderRequest::providerId);
        var meta = type.lenient("_meta", Meta.CODEC, DisableProviderRequest::meta);
        return in -> new DisableProviderRequest(in.get(providerId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public DisableProviderRequest {
        Objects.requireNonNull(providerId, "providerId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param providerId the provider
     * @return the request
     */
    public static DisableProviderRequest of(ProviderId providerId) {
        return new DisableProviderRequest(providerId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param providerId the provider
     * @return the builder
     */
    public static Builder builder(ProviderId providerId) {
        return new Builder(providerId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(providerId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link DisableProviderRequest}; used by one thread. */
    public static final class Builder {

        private final ProviderId providerId;
        private @Nullable Meta meta;

        private Builder(ProviderId providerId) {
            this.providerId = Objects.requireNonNull(providerId, "providerId");
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
        public DisableProviderRequest build() {
            return new DisableProviderRequest(providerId, meta);
        }
    }
}
