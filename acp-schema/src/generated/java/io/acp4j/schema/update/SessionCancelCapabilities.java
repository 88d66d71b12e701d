// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the client may cancel what a subagent's session does, without ending the session.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SessionCancelCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionCancelCapabilities> CODEC =
            ObjectCodec.of("SessionCancelCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionCancelCapabilities::meta);
                type.extras(SessionCancelCapabilities::extras);
                return in -> new SessionCancelCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionCancelCapabilities SUPPORTED = new SessionCancelCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionCancelCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
