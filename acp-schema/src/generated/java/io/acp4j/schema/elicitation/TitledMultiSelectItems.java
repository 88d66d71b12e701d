// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choices with labels.
 *
 * @param options the choices
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record TitledMultiSelectItems(
        List<EnumOption> options, @Nullable Meta meta) implements MultiSelectItems {

    /** Reads and writes the object. */
    public static final ObjectCodec<TitledMultiSelectItems> CODEC = ObjectCodec.of("TitledMultiSelectItems", type -> {
        var options = type.required("anyOf", Codecs.listOf(EnumOption.CODEC), TitledMultiSelectItems::options);
        var meta = type.lenient("_meta", Meta.CODEC, TitledMultiSelectItems::meta);
        return in -> new TitledMultiSelectItems(in.get(options), in.find(meta));
    });

    /** Copies the collections. */
    public TitledMultiSelectItems {
        options = List.copyOf(options);
    }

    /**
     * Returns a value with what is required.
     *
     * @param options the choices
     * @return the value
     */
    public static TitledMultiSelectItems of(List<EnumOption> options) {
        return new TitledMultiSelectItems(options, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param options the choices
     * @return the builder
     */
    public static Builder builder(List<EnumOption> options) {
        return new Builder(options);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(options);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TitledMultiSelectItems}; used by one thread. */
    public static final class Builder {

        private final List<EnumOption> options;
        private @Nullable Meta meta;

        private Builder(List<EnumOption> options) {
            this.options = Objects.requireNonNull(options, "options");
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
        public TitledMultiSelectItems build() {
            return new TitledMultiSelectItems(options, meta);
        }
    }
}
