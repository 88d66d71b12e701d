// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field for any number of choices out of several.
 *
 * @param items the choices
 * @param title its label for people; null when there is none
 * @param description what to enter, for people; null when unsaid
 * @param minItems how many to choose at least; null when any number
 * @param maxItems how many to choose at most; null when any number
 * @param defaultValue what to choose beforehand
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record MultiSelectPropertySchema(
        MultiSelectItems items,
        @Nullable String title,
        @Nullable String description,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        List<String> defaultValue,
        @Nullable Meta meta)
        implements ElicitationPropertySchema {

    /** Reads and writes the object, without the discriminator that {@link ElicitationPropertySchema#CODEC} adds. */
    public static final ObjectCodec<MultiSelectPropertySchema> CODEC =
            ObjectCodec.of("MultiSelectPropertySchema", type -> {
                var items = type.required("items", MultiSelectItems.CODEC, MultiSelectPropertySchema::items);
                var title = type.lenient("title", Codecs.STRING, MultiSelectPropertySchema::title);
                var description = type.lenient("description", Codecs.STRING, MultiSelectPropertySchema::description);
                var minItems = type.optional("minItems", Codecs.UINT64, MultiSelectPropertySchema::minItems);
                var maxItems = type.optional("maxItems", Codecs.UINT64, MultiSelectPropertySchema::maxItems);
                var defaultValue = type.lenientList("default", Codecs.STRING, MultiSelectPropertySchema::defaultValue);
                var meta = type.lenient("_meta", Meta.CODEC, MultiSelectPropertySchema::meta);
                return in -> new MultiSelectPropertySchema(
                        in.get(items),
                        in.find(title),
                        in.find(description),
                        in.find(minItems),
                        in.find(maxItems),
                        in.get(defaultValue),
                        in.find(meta));
            });

    /** Checks that what is required is there and copies the collections. */
    public MultiSelectPropertySchema {
        Objects.requireNonNull(items, "items");
        defaultValue = List.copyOf(defaultValue);
    }

    /**
     * Returns a value with what is required.
     *
     * @param items the choices
     * @return the value
     */
    public static MultiSelectPropertySchema of(MultiSelectItems items) {
        return new MultiSelectPropertySchema(items, null, null, null, null, List.of(), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param items the choices
     * @return the builder
     */
    public static Builder builder(MultiSelectItems items) {
        return new Builder(items);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(items);
        copy.title = title;
        copy.description = description;
        copy.minItems = minItems;
        copy.maxItems = maxItems;
        copy.defaultValue = defaultValue;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link MultiSelectPropertySchema}; used by one thread. */
    public static final class Builder {

        private final MultiSelectItems items;
        private @Nullable String title;
        private @Nullable String description;
        private @Nullable Long minItems;
        private @Nullable Long maxItems;
        private List<String> defaultValue = List.of();
        private @Nullable Meta meta;

        private Builder(MultiSelectItems items) {
            this.items = Objects.requireNonNull(items, "items");
        }

        /**
         * Sets its label for people.
         *
         * @param title its label for people; null when there is none
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets what to enter, for people.
         *
         * @param description what to enter, for people; null when unsaid
         * @return this
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
        }

        /**
         * Sets how many to choose at least.
         *
         * @param minItems how many to choose at least; null when any number
         * @return this
         */
        public Builder minItems(@Nullable Long minItems) {
            this.minItems = minItems;
            return this;
        }

        /**
         * Sets how many to choose at most.
         *
         * @param maxItems how many to choose at most; null when any number
         * @return this
         */
        public Builder maxItems(@Nullable Long maxItems) {
            this.maxItems = maxItems;
            return this;
        }

        /**
         * Sets what to choose beforehand.
         *
         * @param defaultValue what to choose beforehand
         * @return this
         */
        public Builder defaultValue(List<String> defaultValue) {
            this.defaultValue = Objects.requireNonNull(defaultValue, "defaultValue");
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
         * Returns the value.
         *
         * @return the value
         */
        public MultiSelectPropertySchema build() {
            return new MultiSelectPropertySchema(items, title, description, minItems, maxItems, defaultValue, meta);
        }
    }
}
