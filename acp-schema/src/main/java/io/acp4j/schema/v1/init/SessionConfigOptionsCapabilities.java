package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which kinds of configuration options a client can show besides a choice of values.
 *
 * @param booleanOptions whether options may be on or off; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#boolean-config-options">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigOptionsCapabilities(
        @Nullable BooleanConfigOptionCapabilities booleanOptions,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionConfigOptionsCapabilities> CODEC =
            ObjectCodec.of("SessionConfigOptionsCapabilities", type -> {
                var booleanOptions = type.lenient(
                        "boolean",
                        BooleanConfigOptionCapabilities.CODEC,
                        SessionConfigOptionsCapabilities::booleanOptions);
                var meta = type.lenient("_meta", Meta.CODEC, SessionConfigOptionsCapabilities::meta);
                type.extras(SessionConfigOptionsCapabilities::extras);
                return in -> new SessionConfigOptionsCapabilities(in.find(booleanOptions), in.find(meta), in.extras());
            });

    /** Nothing advertised. */
    public static final SessionConfigOptionsCapabilities NONE =
            new SessionConfigOptionsCapabilities(null, null, Map.of());

    /** Options may be on or off. */
    public static final SessionConfigOptionsCapabilities BOOLEAN =
            new SessionConfigOptionsCapabilities(BooleanConfigOptionCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SessionConfigOptionsCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
