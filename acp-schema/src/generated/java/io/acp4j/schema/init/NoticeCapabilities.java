// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;

/**
 * Advertises that a client shows live notices to its user.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
 * @since 0.1.0
 */
public record NoticeCapabilities(Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<NoticeCapabilities> CODEC = ObjectCodec.of("NoticeCapabilities", type -> {
        type.extras(NoticeCapabilities::extras);
        return in -> new NoticeCapabilities(in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final NoticeCapabilities SUPPORTED = new NoticeCapabilities(Map.of());

    /** Copies the unknown members. */
    public NoticeCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
