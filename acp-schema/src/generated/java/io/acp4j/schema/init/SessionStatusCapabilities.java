// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent says whether it has a session in memory ({@code session/status}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-status")
public record SessionStatusCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionStatusCapabilities> CODEC =
            ObjectCodec.of("SessionStatusCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionStatusCapabilities::meta);
                type.extras(SessionStatusCapabilities::extras);
                return in -> new SessionStatusCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionStatusCapabilities SUPPORTED = new SessionStatusCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionStatusCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
