// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns the output of a terminal so far.
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

    /**
     * Returns a response with what is required.
     *
     * @param output the output, both streams together
     * @param truncated whether its beginning was dropped to keep the limit
     * @return the response
     */
    public static TerminalOutputResponse of(String output, boolean truncated) {
        return new TerminalOutputResponse(output, truncated, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param output the output, both streams together
     * @param truncated whether its beginning was dropped to keep the limit
     * @return the builder
     */
    public static Builder builder(String output, boolean truncated) {
        return new Builder(output, truncated);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(output, truncated);
        copy.exitStatus = exitStatus;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalOutputResponse}; used by one thread. */
    public static final class Builder {

        private final String output;
        private final boolean truncated;
        private @Nullable TerminalExitStatus exitStatus;
        private @Nullable Meta meta;

        private Builder(String output, boolean truncated) {
            this.output = Objects.requireNonNull(output, "output");
            this.truncated = truncated;
        }

        /**
         * Sets how the command ended.
         *
         * @param exitStatus how the command ended; null while it runs
         * @return this
         */
        public Builder exitStatus(@Nullable TerminalExitStatus exitStatus) {
            this.exitStatus = exitStatus;
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
        public TerminalOutputResponse build() {
            return new TerminalOutputResponse(output, truncated, exitStatus, meta);
        }
    }
}
