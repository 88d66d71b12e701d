// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The providers of models that a client can configure.
 *
 * @param providers all of them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ListProvidersResponse(
        List<ProviderInfo> providers, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListProvidersResponse> CODEC = ObjectCodec.of("ListProvidersResponse", type -> {
        var providers = type.requiredList("providers", ProviderInfo.CODEC, ListProvidersResponse::providers);
        var meta = type.lenient("_meta", Meta.CODEC, ListProvidersResponse::meta);
        return in -> new ListProvidersResponse(in.get(providers), in.find(meta));
    });

    /** Copies the collections. */
    public ListProvidersResponse {
        providers = List.copyOf(providers);
    }

    /**
     * Returns a response with what is required.
     *
     * @param providers all of them
     * @return the response
     */
    public static ListProvidersResponse of(List<ProviderInfo> providers) {
        return new ListProvidersResponse(providers, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param providers all of them
     * @return the builder
     */
    public static Builder builder(List<ProviderInfo> providers) {
        return new Builder(providers);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(providers);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ListProvidersResponse}; used by one thread. */
    public static final class Builder {

        private final List<ProviderInfo> providers;
        private @Nullable Meta meta;

        private Builder(List<ProviderInfo> providers) {
            this.providers = Objects.requireNonNull(providers, "providers");
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
        public ListProvidersResponse build() {
            return new ListProvidersResponse(providers, meta);
        }
    }
}
