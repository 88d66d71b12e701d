package io.acp4j.schema.v1.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives the output of a terminal so far.
 *
 * @param output the output, both streams together
 * @param truncated whether its beginning was dropped to keep the limit
 * @param exitStatus how the command ended; null while it runs
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#getting-output">the specification</a>
 * @since 0.1.0
 */
public record TerminalOutputResponse(
        String output,
        boolean truncated,
        @Nullable TerminalExitStatus exitStatus,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<TerminalOutputResponse> CODEC = ObjectCodec.of("TerminalOutputResponse", type -> {
        var output = type.required("output", Codecs.STRING, TerminalOutputResponse::output);
        var truncated = type.required("truncated", Codecs.BOOLEAN, TerminalOutputResponse::truncated);
        var exitStatus = type.lenient("exitStatus", TerminalExitStatus.CODEC, TerminalOutputResponse::exitStatus);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalOutputResponse::meta);
        return in -> new TerminalOutputResponse(in.get(output), in.get(truncated), in.find(exitStatus), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TerminalOutputResponse {
        Objects.requireNonNull(output, "output");
    }
}
