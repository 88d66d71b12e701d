// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

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
        var exitCode = type.isV2()
                ? type.lenient("exitCode", Codecs.INT64, TerminalExitStatus::exitCode)
                : type.lenient("exitCode", Codecs.UINT32, TerminalExitStatus::exitCode);
        var signal = type.lenient("signal", Codecs.STRING, TerminalExitStatus::signal);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalExitStatus::meta);
        return in -> new TerminalExitStatus(in.find(exitCode), in.find(signal), in.find(meta));
    });

    /**
     * Returns the status of a command that ended by itself.
     *
     * @param exitCode its exit code
     * @return the value
     */
    public static TerminalExitStatus exited(long exitCode) {
        return new TerminalExitStatus(exitCode, null, null);
    }

    /**
     * Returns the status of a command that a signal ended.
     *
     * @param signal the signal that ended it
     * @return the value
     */
    public static TerminalExitStatus killed(String signal) {
        return new TerminalExitStatus(null, signal, null);
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.exitCode = exitCode;
        copy.signal = signal;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalExitStatus}; used by one thread. */
    public static final class Builder {

        private @Nullable Long exitCode;
        private @Nullable String signal;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets its exit code.
         *
         * @param exitCode its exit code; null when a signal ended it
         * @return this
         */
        public Builder exitCode(@Nullable Long exitCode) {
            this.exitCode = exitCode;
            return this;
        }

        /**
         * Sets the signal that ended it.
         *
         * @param signal the signal that ended it; null when it ended by itself
         * @return this
         */
        public Builder signal(@Nullable String signal) {
            this.signal = signal;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public TerminalExitStatus build() {
            return new TerminalExitStatus(exitCode, signal, meta);
        }
    }
}
