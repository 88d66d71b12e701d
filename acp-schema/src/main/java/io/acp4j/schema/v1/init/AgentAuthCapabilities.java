package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can do about authentication besides the ways that it offers.
 *
 * @param logout whether the user can log out; null means no
 * @param status whether it tells if the user is authenticated; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#authentication-capabilities">the
 *     specification</a>
 * @since 0.1.0
 */
public record AgentAuthCapabilities(
        @Nullable LogoutCapabilities logout,
        @Unstable("auth-status") @Nullable AuthStatusCapabilities status,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AgentAuthCapabilities> CODEC = ObjectCodec.of("AgentAuthCapabilities", type -> {
        var logout = type.lenient("logout", LogoutCapabilities.CODEC, AgentAuthCapabilities::logout);
        var status = type.lenient("status", AuthStatusCapabilities.CODEC, AgentAuthCapabilities::status);
        var meta = type.lenient("_meta", Meta.CODEC, AgentAuthCapabilities::meta);
        type.extras(AgentAuthCapabilities::extras);
        return in -> new AgentAuthCapabilities(in.find(logout), in.find(status), in.find(meta), in.extras());
    });

    /** Nothing advertised. */
    public static final AgentAuthCapabilities NONE = new AgentAuthCapabilities(null, null, null, Map.of());

    /** The user can log out. */
    public static final AgentAuthCapabilities LOGOUT =
            new AgentAuthCapabilities(LogoutCapabilities.SUPPORTED, null, null, Map.of());

    /** Copies the unknown members. */
    public AgentAuthCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
