// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that a client understands the sessions of subagents, what they do and what is said to them.
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SubagentCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SubagentCapabilities> CODEC = ObjectCodec.of("SubagentCapabilities", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, SubagentCapabilities::meta);
        type.extras(SubagentCapabilities::extras);
        return in -> new SubagentCapabilities(in.find(meta), in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final SubagentCapabilities SUPPORTED = new SubagentCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SubagentCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
