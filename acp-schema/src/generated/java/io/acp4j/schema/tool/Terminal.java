// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A terminal of the client, shown with its output as it comes and kept on show after its release.
 *
 * @param terminalId the terminal; some agents name one that the client never made
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#terminals">the specification</a>
 * @since 0.1.0
 */
public record Terminal(TerminalId terminalId, @Nullable Meta meta) implements ToolCallContent {

    /** Reads and writes the object, without the discriminator that {@link ToolCallContent#CODEC} adds. */
    public static final ObjectCodec<Terminal> CODEC = ObjectCodec.of("Terminal", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, Terminal::terminalId);
        var meta = type.lenient("_meta", Meta.CODEC, Terminal::meta);
        return in -> new Terminal(in.get(terminalId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Terminal {
        Objects.requireNonNull(terminalId, "terminalId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param terminalId the terminal; some agents name one that the client never made
     * @return the value
     */
    public static Terminal of(TerminalId terminalId) {
        return new Terminal(terminalId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param terminalId the terminal; some agents name one that the client never made
     * @return the builder
     */
    public static Builder builder(TerminalId terminalId) {
        return new Builder(terminalId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(terminalId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Terminal}; used by one thread. */
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
         * Returns the value.
         *
         * @return the value
         */
        public Terminal build() {
            return new Terminal(terminalId, meta);
        }
    }
}
