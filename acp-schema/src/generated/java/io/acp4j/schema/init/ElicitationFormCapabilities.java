// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that a client can show a form and return what was filled in.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#elicitation">the specification</a>
 * @since 0.1.0
 */
public record ElicitationFormCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ElicitationFormCapabilities> CODEC =
            ObjectCodec.of("ElicitationFormCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, ElicitationFormCapabilities::meta);
                type.extras(ElicitationFormCapabilities::extras);
                return in -> new ElicitationFormCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final ElicitationFormCapabilities SUPPORTED = new ElicitationFormCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public ElicitationFormCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
