// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * A field that is on or off.
 *
 * @param title its label for people; null when there is none
 * @param description what to enter, for people; null when unsaid
 * @param defaultValue what to fill in beforehand; null for nothing
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record BooleanPropertySchema(
        @Nullable String title,
        @Nullable String description,
        @Nullable Boolean defaultValue,
        @Nullable Meta meta) implements ElicitationPropertySchema {

    /** Reads and writes the object, without the discriminator that {@link ElicitationPropertySchema#CODEC} adds. */
    public static final ObjectCodec<BooleanPropertySchema> CODEC = ObjectCodec.of("BooleanPropertySchema", type -> {
        var title = type.lenient("title", Codecs.STRING, BooleanPropertySchema::title);
        var description = type.lenient("description", Codecs.STRING, BooleanPropertySchema::description);
        var defaultValue = type.lenient("default", Codecs.BOOLEAN, BooleanPropertySchema::defaultValue);
        var meta = type.lenient("_meta", Meta.CODEC, BooleanPropertySchema::meta);
        return in ->
                new BooleanPropertySchema(in.find(title), in.find(description), in.find(defaultValue), in.find(meta));
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
        copy.defaultValue = defaultValue;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BooleanPropertySchema}; used by one thread. */
    public static final class Builder {

        private @Nullable String title;
        private @Nullable String description;
        private @Nullable Boolean defaultValue;
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
         * Sets what to fill in beforehand.
         *
         * @param defaultValue what to fill in beforehand; null for nothing
         * @return this
         */
        public Builder defaultValue(@Nullable Boolean defaultValue) {
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
        public BooleanPropertySchema build() {
            return new BooleanPropertySchema(title, description, defaultValue, meta);
        }
    }
}
