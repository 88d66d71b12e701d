// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A provider of models that a client can configure.
 *
 * @param providerId its id
 * @param supported the protocols that can be spoken with it
 * @param required whether the agent cannot do without it, so that it may not be disabled
 * @param current how it is configured; null when it is disabled
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ProviderInfo(
        ProviderId providerId,
        List<LlmProtocol> supported,
        boolean required,
        @Nullable ProviderCurrentConfig current,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ProviderInfo> CODEC = ObjectCodec.of("ProviderInfo", type -> {
        var providerId = type.required("providerId", ProviderId.CODEC, ProviderInfo::providerId);
        var supported = type.requiredLenientList("supported", LlmProtocol.CODEC, ProviderInfo::supported);
        var required = type.required("required", Codecs.BOOLEAN, ProviderInfo::required);
        var current = type.optional("current", ProviderCurrentConfig.CODEC, ProviderInfo::current);
        var meta = type.lenient("_meta", Meta.CODEC, ProviderInfo::meta);
        return in -> new ProviderInfo(
                in.get(providerId), in.get(supported), in.get(required), in.find(current), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public ProviderInfo {
        Objects.requireNonNull(providerId, "providerId");
        supported = List.copyOf(supported);
    }

    /**
     * Returns a value with what is required.
     *
     * @param providerId its id
     * @param supported the protocols that can be spoken with it
     * @param required whether the agent cannot do without it, so that it may not be disabled
     * @return the value
     */
    public static ProviderInfo of(ProviderId providerId, List<LlmProtocol> supported, boolean required) {
        return new ProviderInfo(providerId, supported, required, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param providerId its id
     * @param supported the protocols that can be spoken with it
     * @param required whether the agent cannot do without it, so that it may not be disabled
     * @return the builder
     */
    public static Builder builder(ProviderId providerId, List<LlmProtocol> supported, boolean required) {
        return new Builder(providerId, supported, required);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(providerId, supported, required);
        copy.current = current;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ProviderInfo}; used by one thread. */
    public static final class Builder {

        private final ProviderId providerId;
        private final List<LlmProtocol> supported;
        private final boolean required;
        private @Nullable ProviderCurrentConfig current;
        private @Nullable Meta meta;

        private Builder(ProviderId providerId, List<LlmProtocol> supported, boolean required) {
            this.providerId = Objects.requireNonNull(providerId, "providerId");
            this.supported = Objects.requireNonNull(supported, "supported");
            this.required = required;
        }

        /**
         * Sets how it is configured.
         *
         * @param current how it is configured; null when it is disabled
         * @return this
         */
        public Builder current(@Nullable ProviderCurrentConfig current) {
            this.current = current;
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
         * Returns the value.
         *
         * @return the value
         */
        public ProviderInfo build() {
            return new ProviderInfo(providerId, supported, required, current, meta);
        }
    }
}
