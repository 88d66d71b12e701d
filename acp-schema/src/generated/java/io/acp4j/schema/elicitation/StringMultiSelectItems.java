// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choices that are shown as they are.
 *
 * @param values the choices
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record StringMultiSelectItems(
        List<String> values, @Nullable Meta meta) implements MultiSelectItems {

    /** Reads and writes the object, without the discriminator that {@link MultiSelectItems#CODEC} adds. */
    public static final ObjectCodec<StringMultiSelectItems> CODEC = ObjectCodec.of("StringMultiSelectItems", type -> {
        var values = type.required("enum", Codecs.listOf(Codecs.STRING), StringMultiSelectItems::values);
        var meta = type.lenient("_meta", Meta.CODEC, StringMultiSelectItems::meta);
        return in -> new StringMultiSelectItems(in.get(values), in.find(meta));
    });

    /** Copies the collections. */
    public StringMultiSelectItems {
        values = List.copyOf(values);
    }

    /**
     * Returns a value with what is required.
     *
     * @param values the choices
     * @return the value
     */
    public static StringMultiSelectItems of(List<String> values) {
        return new StringMultiSelectItems(values, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param values the choices
     * @return the builder
     */
    public static Builder builder(List<String> values) {
        return new Builder(values);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(values);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link StringMultiSelectItems}; used by one thread. */
    public static final class Builder {

        private final List<String> values;
        private @Nullable Meta meta;

        private Builder(List<String> values) {
            this.values = Objects.requireNonNull(values, "values");
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
        public StringMultiSelectItems build() {
            return new StringMultiSelectItems(values, meta);
        }
    }
}
