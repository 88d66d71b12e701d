// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;

/**
 * Advertises that a client follows compactions of the context, named by ids.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
 * @since 0.1.0
 */
public record CompactionCapabilities(Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CompactionCapabilities> CODEC = ObjectCodec.of("CompactionCapabilities", type -> {
        type.extras(CompactionCapabilities::extras);
        return in -> new CompactionCapabilities(in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final CompactionCapabilities SUPPORTED = new CompactionCapabilities(Map.of());

    /** Copies the unknown members. */
    public CompactionCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
