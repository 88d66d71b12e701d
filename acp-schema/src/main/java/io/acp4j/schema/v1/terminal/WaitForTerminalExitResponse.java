package io.acp4j.schema.v1.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a command ended.
 *
 * @param exitCode its exit code; null when a signal ended it
 * @param signal the signal that ended it; null when it ended by itself
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#waiting-for-exit">the specification</a>
 * @since 0.1.0
 */
public record WaitForTerminalExitResponse(
        @Nullable Long exitCode,
        @Nullable String signal,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<WaitForTerminalExitResponse> CODEC =
            ObjectCodec.of("WaitForTerminalExitResponse", type -> {
                var exitCode = type.lenient("exitCode", Codecs.UINT32, WaitForTerminalExitResponse::exitCode);
                var signal = type.lenient("signal", Codecs.STRING, WaitForTerminalExitResponse::signal);
                var meta = type.lenient("_meta", Meta.CODEC, WaitForTerminalExitResponse::meta);
                return in -> new WaitForTerminalExitResponse(in.find(exitCode), in.find(signal), in.find(meta));
            });

    /**
     * Makes a response of the same content as a status.
     *
     * @param status how the command ended
     * @return the response
     */
    public static WaitForTerminalExitResponse of(TerminalExitStatus status) {
        return new WaitForTerminalExitResponse(status.exitCode(), status.signal(), null);
    }
}
