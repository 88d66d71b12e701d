// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that clients can configure the providers of models that an agent uses ({@code providers/list}, {@code
 * providers/set}, {@code providers/disable}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ProvidersCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ProvidersCapabilities> CODEC = ObjectCodec.of("ProvidersCapabilities", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, ProvidersCapabilities::meta);
        type.extras(ProvidersCapabilities::extras);
        return in -> new ProvidersCapabilities(in.find(meta), in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final ProvidersCapabilities SUPPORTED = new ProvidersCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public ProvidersCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
