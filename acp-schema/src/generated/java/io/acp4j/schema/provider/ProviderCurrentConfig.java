// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where an agent sends its requests to a provider; without secrets.
 *
 * @param apiType the protocol that it speaks there
 * @param baseUrl the address below which it sends them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ProviderCurrentConfig(
        LlmProtocol apiType, String baseUrl, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ProviderCurrentConfig> CODEC = ObjectCodec.of("ProviderCurrentConfig", type -> {
        var apiType = type.required("apiType", LlmProtocol.CODEC, ProviderCurrentConfig::apiType);
        var baseUrl = type.required("baseUrl", Codecs.STRING, ProviderCurrentConfig::baseUrl);
        var meta = type.lenient("_meta", Meta.CODEC, ProviderCurrentConfig::meta);
        return in -> new ProviderCurrentConfig(in.get(apiType), in.get(baseUrl), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ProviderCurrentConfig {
        Objects.requireNonNull(apiType, "apiType");
        Objects.requireNonNull(baseUrl, "baseUrl");
    }

    /**
     * Returns a value with what is required.
     *
     * @param apiType the protocol that it speaks there
     * @param baseUrl the address below which it sends them
     * @return the value
     */
    public static ProviderCurrentConfig of(LlmProtocol apiType, String baseUrl) {
        return new ProviderCurrentConfig(apiType, baseUrl, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param apiType the protocol that it speaks there
     * @param baseUrl the address below which it sends them
     * @return the builder
     */
    public static Builder builder(LlmProtocol apiType, String baseUrl) {
        return new Builder(apiType, baseUrl);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(apiType, baseUrl);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ProviderCurrentConfig}; used by one thread. */
    public static final class Builder {

        private final LlmProtocol apiType;
        private final String baseUrl;
        private @Nullable Meta meta;

        private Builder(LlmProtocol apiType, String baseUrl) {
            this.apiType = Objects.requireNonNull(apiType, "apiType");
            this.baseUrl = Objects.requireNonNull(baseUrl, "baseUrl");
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
         * Returns the value.
         *
         * @return the value
         */
        public ProviderCurrentConfig build() {
            return new ProviderCurrentConfig(apiType, baseUrl, meta);
        }
    }
}
