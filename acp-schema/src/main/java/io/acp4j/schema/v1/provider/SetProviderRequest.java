package io.acp4j.schema.v1.provider;

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

    /** Checks that what is required is there. */
    public SetProviderRequest {
        Objects.requireNonNull(providerId, "providerId");
        Objects.requireNonNull(apiType, "apiType");
        Objects.requireNonNull(baseUrl, "baseUrl");
        Objects.requireNonNull(headers, "headers");
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * Makes a request without headers and extra data.
     *
     * @param providerId the provider
     * @param apiType the protocol to speak
     * @param baseUrl the address below which to send requests
     * @return the request
     */
    public static SetProviderRequest of(ProviderId providerId, LlmProtocol apiType, String baseUrl) {
        return new SetProviderRequest(providerId, apiType, baseUrl, Map.of(), null);
    }

    /** Names the headers without their values: they may be secret. */
    @Override
    public String toString() {
        return "SetProviderRequest[providerId=" + providerId + ", apiType=" + apiType + ", headers=" + headers.keySet()
                + "]";
    }
}
