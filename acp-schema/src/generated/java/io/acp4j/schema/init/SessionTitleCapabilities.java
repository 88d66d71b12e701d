// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that clients can give sessions titles ({@code session/set_title}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-title")
public record SessionTitleCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTitleCapabilities> CODEC =
            ObjectCodec.of("SessionTitleCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionTitleCapabilities::meta);
                type.extras(SessionTitleCapabilities::extras);
                return in -> new SessionTitleCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionTitleCapabilities SUPPORTED = new SessionTitleCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionTitleCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
