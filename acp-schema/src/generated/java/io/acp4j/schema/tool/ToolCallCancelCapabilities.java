// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that a client may stop a tool call ({@code tool_call/cancel}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record ToolCallCancelCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ToolCallCancelCapabilities> CODEC =
            ObjectCodec.of("ToolCallCancelCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, ToolCallCancelCapabilities::meta);
                type.extras(ToolCallCancelCapabilities::extras);
                return in -> new ToolCallCancelCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final ToolCallCancelCapabilities SUPPORTED = new ToolCallCancelCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public ToolCallCancelCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
