// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that a client may end the command of a terminal ({@code terminal/cancel}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record TerminalCancelCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<TerminalCancelCapabilities> CODEC =
            ObjectCodec.of("TerminalCancelCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, TerminalCancelCapabilities::meta);
                type.extras(TerminalCancelCapabilities::extras);
                return in -> new TerminalCancelCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final TerminalCancelCapabilities SUPPORTED = new TerminalCancelCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public TerminalCancelCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
