// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent can log its user out ({@code logout}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#logging-out">the specification</a>
 * @since 0.1.0
 */
public record LogoutCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<LogoutCapabilities> CODEC = ObjectCodec.of("LogoutCapabilities", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, LogoutCapabilities::meta);
        type.extras(LogoutCapabilities::extras);
        return in -> new LogoutCapabilities(in.find(meta), in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final LogoutCapabilities SUPPORTED = new LogoutCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public LogoutCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
