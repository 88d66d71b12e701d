// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * A field for a number.
 *
 * @param title its label for people; null when there is none
 * @param description what to enter, for people; null when unsaid
 * @param minimum the least number that it takes; null when any
 * @param maximum the greatest number that it takes; null when any
 * @param defaultValue what to fill in beforehand; null for nothing
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record NumberPropertySchema(
        @Nullable String title,
        @Nullable String description,
        @Nullable Double minimum,
        @Nullable Double maximum,
        @Nullable Double defaultValue,
        @Nullable Meta meta)
        implements ElicitationPropertySchema {

    /** Reads and writes the object, without the discriminator that {@link ElicitationPropertySchema#CODEC} adds. */
    public static final ObjectCodec<NumberPropertySchema> CODEC = ObjectCodec.of("NumberPropertySchema", type -> {
        var title = type.lenient("title", Codecs.STRING, NumberPropertySchema::title);
        var description = type.lenient("description", Codecs.STRING, NumberPropertySchema::description);
        var minimum = type.optional("minimum", Codecs.DOUBLE, NumberPropertySchema::minimum);
        var maximum = type.optional("maximum", Codecs.DOUBLE, NumberPropertySchema::maximum);
        var defaultValue = type.lenient("default", Codecs.DOUBLE, NumberPropertySchema::defaultValue);
        var meta = type.lenient("_meta", Meta.CODEC, NumberPropertySchema::meta);
        return in -> new NumberPropertySchema(
                in.find(title),
                in.find(description),
                in.find(minimum),
                in.find(maximum),
                in.find(defaultValue),
                in.find(meta));
    });

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.title = title;
        copy.description = description;
        copy.minimum = minimum;
        copy.maximum = maximum;
        copy.defaultValue = defaultValue;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link NumberPropertySchema}; used by one thread. */
    public static final class Builder {

        private @Nullable String title;
        private @Nullable String description;
        private @Nullable Double minimum;
        private @Nullable Double maximum;
        private @Nullable Double defaultValue;
        private @Nullable Meta meta;

        private Builder() {}

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
         * Sets the least number that it takes.
         *
         * @param minimum the least number that it takes; null when any
         * @return this
         */
        public Builder minimum(@Nullable Double minimum) {
            this.minimum = minimum;
            return this;
        }

        /**
         * Sets the greatest number that it takes.
         *
         * @param maximum the greatest number that it takes; null when any
         * @return this
         */
        public Builder maximum(@Nullable Double maximum) {
            this.maximum = maximum;
            return this;
        }

        /**
         * Sets what to fill in beforehand.
         *
         * @param defaultValue what to fill in beforehand; null for nothing
         * @return this
         */
        public Builder defaultValue(@Nullable Double defaultValue) {
            this.defaultValue = defaultValue;
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
        public NumberPropertySchema build() {
            return new NumberPropertySchema(title, description, minimum, maximum, defaultValue, meta);
        }
    }
}
