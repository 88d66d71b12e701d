// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All the text that follows the command's name.
 *
 * @param hint what to show while there is no text yet
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#availablecommandinput">the specification</a>
 * @since 0.1.0
 */
public record UnstructuredCommandInput(
        String hint, @Nullable Meta meta) implements AvailableCommandInput {

    /** Reads and writes the object. */
    public static final ObjectCodec<UnstructuredCommandInput> CODEC =
            ObjectCodec.of("UnstructuredCommandInput", type -> {
                var hint = type.required("hint", Codecs.STRING, UnstructuredCommandInput::hint);
                var meta = type.lenient("_meta", Meta.CODEC, UnstructuredCommandInput::meta);
                return in -> new UnstructuredCommandInput(in.get(hint), in.find(meta));
            });

    /** Checks that what is required is there. */
    public UnstructuredCommandInput {
        Objects.requireNonNull(hint, "hint");
    }

    /**
     * Returns a value with what is required.
     *
     * @param hint what to show while there is no text yet
     * @return the value
     */
    public static UnstructuredCommandInput of(String hint) {
        return new UnstructuredCommandInput(hint, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param hint what to show while there is no text yet
     * @return the builder
     */
    public static Builder builder(String hint) {
        return new Builder(hint);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(hint);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link UnstructuredCommandInput}; used by one thread. */
    public static final class Builder {

        private final String hint;
        private @Nullable Meta meta;

        private Builder(String hint) {
            this.hint = Objects.requireNonNull(hint, "hint");
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
        public UnstructuredCommandInput build() {
            return new UnstructuredCommandInput(hint, meta);
        }
    }
}
