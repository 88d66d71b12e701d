package io.acp4j.schema.v1.provider;

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

    /** Checks that what is required is there and copies the list. */
    public ProviderInfo {
        Objects.requireNonNull(providerId, "providerId");
        supported = List.copyOf(supported);
    }
}
