package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the client may do with a subagent's session.
 *
 * <p>What it may do with other sessions does not count for this one.
 *
 * @param cancel whether it may cancel its work; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SubagentSessionCapabilities(
        @Nullable SessionCancelCapabilities cancel,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SubagentSessionCapabilities> CODEC =
            ObjectCodec.of("SubagentSessionCapabilities", type -> {
                var cancel =
                        type.lenient("cancel", SessionCancelCapabilities.CODEC, SubagentSessionCapabilities::cancel);
                var meta = type.lenient("_meta", Meta.CODEC, SubagentSessionCapabilities::meta);
                type.extras(SubagentSessionCapabilities::extras);
                return in -> new SubagentSessionCapabilities(in.find(cancel), in.find(meta), in.extras());
            });

    /** The client may do nothing with it. */
    public static final SubagentSessionCapabilities NONE = new SubagentSessionCapabilities(null, null, Map.of());

    /** The client may cancel its work. */
    public static final SubagentSessionCapabilities CANCEL =
            new SubagentSessionCapabilities(SessionCancelCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SubagentSessionCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
