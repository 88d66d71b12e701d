// Written by build-support/write-types from src/protocol/provider.yaml: change that, not this.
package io.acp4j.schema.provider;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Configures a provider of models, in place of how it was configured.
 *
 * <p>Only for agents that advertise {@code agentCapabilities.providers}.
 *
 * @param providerId the provider
 * @param apiType the protocol to speak
 * @param baseUrl the address below which to send requests
 * @param headers all headers to send with them, secrets included; empty when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record SetProviderRequest(
        ProviderId providerId,
        LlmProtocol apiType,
        String baseUrl,
        Map<String, String> headers,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetProviderRequest> CODEC = ObjectCodec.of("SetProviderRequest", type -> {
        var providerId = type.required("providerId", ProviderId.CODEC, SetProviderRequest::providerId);
        var apiType = type.required("apiType", LlmProtocol.CODEC, SetProviderRequest::apiType);
        var baseUrl = type.required("baseUrl", Codecs.STRING, SetProviderRequest::baseUrl);
        var headers = type.map("headers", Codecs.STRING, SetProviderRequest::headers);
        var meta = type.lenient("_meta", Meta.CODEC, SetProviderRequest::meta);
        return in -> new SetProviderRequest(
                in.get(providerId), in.get(apiType), in.get(baseUrl), in.get(headers), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SetProviderRequest {
        Objects.requireNonNull(providerId, "providerId");
        Objects.requireNonNull(apiType, "apiType");
        Objects.requireNonNull(baseUrl, "baseUrl");
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * Returns a request with what is required.
     *
     * @param providerId the provider
     * @param apiType the protocol to speak
     * @param baseUrl the address below which to send requests
     * @return the request
     */
    public static SetProviderRequest of(ProviderId providerId, LlmProtocol apiType, String baseUrl) {
        return new SetProviderRequest(providerId, apiType, baseUrl, Map.of(), null);
    }

    /** Names the members without what may be secret. */
    @Override
    public String toString() {
        return "SetProviderRequest[providerId=" + providerId + ", apiType=" + apiType + ", baseUrl=***, headers="
                + headers.keySet() + ", meta=" + meta + "]";
    }

    /**
     * Starts a request with what is required.
     *
     * @param providerId the provider
     * @param apiType the protocol to speak
     * @param baseUrl the address below which to send requests
     * @return the builder
     */
    public static Builder builder(ProviderId providerId, LlmProtocol apiType, String baseUrl) {
        return new Builder(providerId, apiType, baseUrl);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(providerId, apiType, baseUrl);
        copy.headers = headers;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetProviderRequest}; used by one thread. */
    public static final class Builder {

        private final ProviderId providerId;
        private final LlmProtocol apiType;
        private final String baseUrl;
        private Map<String, String> headers = Map.of();
        private @Nullable Meta meta;

        private Builder(ProviderId providerId, LlmProtocol apiType, String baseUrl) {
            this.providerId = Objects.requireNonNull(providerId, "providerId");
            this.apiType = Objects.requireNonNull(apiType, "apiType");
            this.baseUrl = Objects.requireNonNull(baseUrl, "baseUrl");
        }

        /**
         * Sets all headers to send with them, secrets included.
         *
         * @param headers all headers to send with them, secrets included; empty when there are none
         * @return this
         */
        public Builder headers(Map<String, String> headers) {
            this.headers = Objects.requireNonNull(headers, "headers");
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
        public SetProviderRequest build() {
            return new SetProviderRequest(providerId, apiType, baseUrl, headers, meta);
        }
    }
}
