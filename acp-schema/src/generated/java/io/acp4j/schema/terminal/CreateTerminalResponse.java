// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names the terminal that was made.
 *
 * @param terminalId the terminal; to be released by the agent
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#executing-commands">the specification</a>
 * @since 0.1.0
 */
public record CreateTerminalResponse(
        TerminalId terminalId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CreateTerminalResponse> CODEC = ObjectCodec.of("CreateTerminalResponse", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, CreateTerminalResponse::terminalId);
        var meta = type.lenient("_meta", Meta.CODEC, CreateTerminalResponse::meta);
        return in -> new CreateTerminalResponse(in.get(terminalId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CreateTerminalResponse {
        Objects.requireNonNull(terminalId, "terminalId");
    }

    /**
     * Returns a response with what is required.
     *
     * @param terminalId the terminal; to be released by the agent
     * @return the response
     */
    public static CreateTerminalResponse of(TerminalId terminalId) {
        return new CreateTerminalResponse(terminalId, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param terminalId the terminal; to be released by the agent
     * @return the builder
     */
    public static Builder builder(TerminalId terminalId) {
        return new Builder(terminalId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(terminalId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CreateTerminalResponse}; used by one thread. */
    public static final class Builder {

        private final TerminalId terminalId;
        private @Nullable Meta meta;

        private Builder(TerminalId terminalId) {
            this.terminalId = Objects.requireNonNull(terminalId, "terminalId");
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
        public CreateTerminalResponse build() {
            return new CreateTerminalResponse(terminalId, meta);
        }
    }
}
