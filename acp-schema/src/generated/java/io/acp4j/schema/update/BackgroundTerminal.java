// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A terminal whose command runs.
 *
 * @param terminalId the terminal
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle#background-work">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record BackgroundTerminal(
        TerminalId terminalId, @Nullable Meta meta) implements BackgroundWork {

    /** Reads and writes the object, without the discriminator that {@link BackgroundWork#CODEC} adds. */
    public static final ObjectCodec<BackgroundTerminal> CODEC = ObjectCodec.of("BackgroundTerminal", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, BackgroundTerminal::terminalId);
        var meta = type.lenient("_meta", Meta.CODEC, BackgroundTerminal::meta);
        return in -> new BackgroundTerminal(in.get(terminalId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BackgroundTerminal {
        Objects.requireNonNull(terminalId, "terminalId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param terminalId the terminal
     * @return the value
     */
    public static BackgroundTerminal of(TerminalId terminalId) {
        return new BackgroundTerminal(terminalId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param terminalId the terminal
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

    /** Collects the members of {@link BackgroundTerminal}; used by one thread. */
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
        public BackgroundTerminal build() {
            return new BackgroundTerminal(terminalId, meta);
        }
    }
}
