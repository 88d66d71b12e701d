package io.acp4j.schema.v1.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * How a command ended: with a code or by a signal.
 *
 * @param exitCode its exit code; null when a signal ended it
 * @param signal the signal that ended it; null when it ended by itself
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#getting-output">the specification</a>
 * @since 0.1.0
 */
public record TerminalExitStatus(
        @Nullable Long exitCode,
        @Nullable String signal,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<TerminalExitStatus> CODEC = ObjectCodec.of("TerminalExitStatus", type -> {
        var exitCode = type.lenient("exitCode", Codecs.UINT32, TerminalExitStatus::exitCode);
        var signal = type.lenient("signal", Codecs.STRING, TerminalExitStatus::signal);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalExitStatus::meta);
        return in -> new TerminalExitStatus(in.find(exitCode), in.find(signal), in.find(meta));
    });

    /**
     * Makes the status of a command that ended by itself.
     *
     * @param exitCode its exit code
     * @return the status
     */
    public static TerminalExitStatus exited(long exitCode) {
        return new TerminalExitStatus(exitCode, null, null);
    }

    /**
     * Makes the status of a command that a signal ended.
     *
     * @param signal the name of the signal, such as {@code SIGTERM}
     * @return the status
     */
    public static TerminalExitStatus killed(String signal) {
        return new TerminalExitStatus(null, signal, null);
    }
}
