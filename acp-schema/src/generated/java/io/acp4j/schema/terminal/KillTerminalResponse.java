// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the command was told to end.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#killing-commands">the specification</a>
 * @since 0.1.0
 */
public record KillTerminalResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<KillTerminalResponse> CODEC = ObjectCodec.of("KillTerminalResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, KillTerminalResponse::meta);
        return in -> new KillTerminalResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final KillTerminalResponse EMPTY = new KillTerminalResponse(null);
}
