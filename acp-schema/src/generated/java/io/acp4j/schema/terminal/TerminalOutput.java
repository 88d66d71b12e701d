// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All output of a terminal so far.
 *
 * @param data the bytes, in base64
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record TerminalOutput(String data, @Nullable Meta meta) implements TerminalBytes {

    /** Reads and writes the object. */
    public static final ObjectCodec<TerminalOutput> CODEC = ObjectCodec.of("TerminalOutput", type -> {
        var data = type.required("data", Codecs.STRING, TerminalOutput::data);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalOutput::meta);
        return in -> new TerminalOutput(in.get(data), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TerminalOutput {
        Objects.requireNonNull(data, "data");
        TerminalBytes.requireBase64(data);
    }

    /**
     * Returns a value with what is required.
     *
     * @param data the bytes, in base64
     * @return the value
     */
    public static TerminalOutput of(String data) {
        return new TerminalOutput(data, null);
    }

    /**
     * Returns the output without extra data.
     *
     * @param bytes what the command wrote
     * @return the value
     */
    public static TerminalOutput ofBytes(byte[] bytes) {
        return of(Base64.getEncoder().encodeToString(bytes));
    }

    /**
     * Starts a value with what is required.
     *
     * @param data the bytes, in base64
     * @return the builder
     */
    public static Builder builder(String data) {
        return new Builder(data);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(data);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalOutput}; used by one thread. */
    public static final class Builder {

        private final String data;
        private @Nullable Meta meta;

        private Builder(String data) {
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
        public TerminalOutput build() {
            return new TerminalOutput(data, meta);
        }
    }
}
