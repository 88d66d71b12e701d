// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent archives sessions ({@code session/archive}, {@code session/unarchive}) and filters lists by
 * that.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-archive")
public record SessionArchiveCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionArchiveCapabilities> CODEC =
            ObjectCodec.of("SessionArchiveCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionArchiveCapabilities::meta);
                type.extras(SessionArchiveCapabilities::extras);
                return in -> new SessionArchiveCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionArchiveCapabilities SUPPORTED = new SessionArchiveCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionArchiveCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
