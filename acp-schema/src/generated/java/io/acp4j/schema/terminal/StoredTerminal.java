// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of a client's terminal whose output an agent has stored.
 *
 * <p>Carried in the {@code _meta} of a tool call's text content that replaces the reference to a terminal that no
 * longer exists. The text is the output of the terminal, including its escape sequences. Also carried in the {@code
 * _meta} of the {@code TerminalUpdate} that shows the stored output to a client of version 2.
 *
 * @param terminalId the ID under which the output is stored
 * @param exitStatus the exit status; null if the command was still running when its output was stored
 * @param truncated whether the beginning of the output is missing
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
public record StoredTerminal(
        TerminalId terminalId, @Nullable TerminalExitStatus exitStatus, boolean truncated) {

    /** Reads and writes the object. */
    public static final ObjectCodec<StoredTerminal> CODEC = ObjectCodec.of("StoredTerminal", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, StoredTerminal::terminalId);
        var exitStatus = type.lenient("exitStatus", TerminalExitStatus.CODEC, StoredTerminal::exitStatus);
        var truncated = type.lenient("truncated", Codecs.BOOLEAN, StoredTerminal::truncated, false);
        return in -> new StoredTerminal(in.get(terminalId), in.find(exitStatus), in.get(truncated));
    });

    /** Checks that what is required is there. */
    public StoredTerminal {
        Objects.requireNonNull(terminalId, "terminalId");
    }

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/terminal";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable StoredTerminal of(@Nullable Meta meta) {
        return MetaMember.find(meta, KEY, CODEC);
    }

    /**
     * Returns extra data that holds this, too.
     *
     * @param meta what is there already, which is kept; may be null
     * @return the data
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }

    /**
     * Returns a value with what is required.
     *
     * @param terminalId the ID under which the output is stored
     * @return the value
     */
    public static StoredTerminal of(TerminalId terminalId) {
        return new StoredTerminal(terminalId, null, false);
    }

    /**
     * Starts a value with what is required.
     *
     * @param terminalId the ID under which the output is stored
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
        copy.exitStatus = exitStatus;
        copy.truncated = truncated;
        return copy;
    }

    /** Collects the members of {@link StoredTerminal}; used by one thread. */
    public static final class Builder {

        private final TerminalId terminalId;
        private @Nullable TerminalExitStatus exitStatus;
        private boolean truncated = false;

        private Builder(TerminalId terminalId) {
            this.terminalId = Objects.requireNonNull(terminalId, "terminalId");
        }

        /**
         * Sets the exit status.
         *
         * @param exitStatus the exit status; null if the command was still running when its output was stored
         * @return this
         */
        public Builder exitStatus(@Nullable TerminalExitStatus exitStatus) {
            this.exitStatus = exitStatus;
            return this;
        }

        /**
         * Sets whether the beginning of the output is missing.
         *
         * @param truncated whether the beginning of the output is missing
         * @return this
         */
        public Builder truncated(boolean truncated) {
            this.truncated = truncated;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public StoredTerminal build() {
            return new StoredTerminal(terminalId, exitStatus, truncated);
        }
    }
}
