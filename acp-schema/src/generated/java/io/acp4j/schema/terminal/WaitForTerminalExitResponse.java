// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports how a command ended.
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
     * Returns a response that says what a status says, without its extra data.
     *
     * @param status how the process ended
     * @return the response
     */
    public static WaitForTerminalExitResponse of(TerminalExitStatus status) {
        return new WaitForTerminalExitResponse(status.exitCode(), status.signal(), null);
    }

    /**
     * Starts a response, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.exitCode = exitCode;
        copy.signal = signal;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link WaitForTerminalExitResponse}; used by one thread. */
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
         * Returns the response.
         *
         * @return the response
         */
        public WaitForTerminalExitResponse build() {
            return new WaitForTerminalExitResponse(exitCode, signal, meta);
        }
    }
}
