// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.terminal.TerminalBytes;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a terminal wrote since the report before.
 *
 * @param terminalId the terminal
 * @param data the bytes to append, in base64; they may end within a character
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record TerminalOutputChunk(
        TerminalId terminalId, String data, @Nullable Meta meta) implements SessionUpdate, TerminalBytes {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<TerminalOutputChunk> CODEC = ObjectCodec.of("TerminalOutputChunk", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, TerminalOutputChunk::terminalId);
        var data = type.required("data", Codecs.STRING, TerminalOutputChunk::data);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalOutputChunk::meta);
        return in -> new TerminalOutputChunk(in.get(terminalId), in.get(data), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TerminalOutputChunk {
        Objects.requireNonNull(terminalId, "terminalId");
        Objects.requireNonNull(data, "data");
        TerminalBytes.requireBase64(data);
    }

    /**
     * Returns a value with what is required.
     *
     * @param terminalId the terminal
     * @param data the bytes to append, in base64; they may end within a character
     * @return the value
     */
    public static TerminalOutputChunk of(TerminalId terminalId, String data) {
        return new TerminalOutputChunk(terminalId, data, null);
    }

    /**
     * Returns the chunk without extra data.
     *
     * @param terminalId the terminal
     * @param bytes what the command wrote
     * @return the value
     */
    public static TerminalOutputChunk ofBytes(TerminalId terminalId, byte[] bytes) {
        return of(terminalId, Base64.getEncoder().encodeToString(bytes));
    }

    /**
     * Starts a value with what is required.
     *
     * @param terminalId the terminal
     * @param data the bytes to append, in base64; they may end within a character
     * @return the builder
     */
    public static Builder builder(TerminalId terminalId, String data) {
        return new Builder(terminalId, data);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(terminalId, data);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalOutputChunk}; used by one thread. */
    public static final class Builder {

        private final TerminalId terminalId;
        private final String data;
        private @Nullable Meta meta;

        private Builder(TerminalId terminalId, String data) {
            this.terminalId = Objects.requireNonNull(terminalId, "terminalId");
            this.data = Objects.requireNonNull(data, "data");
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
        public TerminalOutputChunk build() {
            return new TerminalOutputChunk(terminalId, data, meta);
        }
    }
}
