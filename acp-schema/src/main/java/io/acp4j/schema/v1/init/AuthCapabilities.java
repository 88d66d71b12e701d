package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which ways to authenticate a client can carry out for the agent.
 *
 * @param terminal whether the client can run the agent's program in a terminal for its user to log in
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#terminal-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthCapabilities(boolean terminal, @Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthCapabilities> CODEC = ObjectCodec.of("AuthCapabilities", type -> {
        var terminal = type.lenient("terminal", Codecs.BOOLEAN, AuthCapabilities::terminal, false);
        var meta = type.lenient("_meta", Meta.CODEC, AuthCapabilities::meta);
        type.extras(AuthCapabilities::extras);
        return in -> new AuthCapabilities(in.get(terminal), in.find(meta), in.extras());
    });

    /** Nothing advertised. */
    public static final AuthCapabilities NONE = new AuthCapabilities(false, null, Map.of());

    /** Copies the unknown members. */
    public AuthCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Makes capabilities without extra data.
     *
     * @param terminal whether a terminal can be used
     * @return the capabilities
     */
    public static AuthCapabilities of(boolean terminal) {
        return new AuthCapabilities(terminal, null, Map.of());
    }
}
