// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field for text, or for one choice of several when {@code values} or {@code options} are given.
 *
 * @param title its label for people; null when there is none
 * @param description what to enter, for people; null when unsaid
 * @param minLength how many characters it takes at least; null when any number
 * @param maxLength how many characters it takes at most; null when any number
 * @param pattern a regular expression that the text must match; null when any will do
 * @param format what the text must look like; null when any will do
 * @param defaultValue what to fill in beforehand; null for nothing
 * @param values the choices, shown as they are
 * @param options the choices with labels
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record StringPropertySchema(
        @Nullable String title,
        @Nullable String description,
        @Nullable Long minLength,
        @Nullable Long maxLength,
        @Nullable String pattern,
        @Nullable StringFormat format,
        @Nullable String defaultValue,
        List<String> values,
        List<EnumOption> options,
        @Nullable Meta meta)
        implements ElicitationPropertySchema {

    /** Reads and writes the object, without the discriminator that {@link ElicitationPropertySchema#CODEC} adds. */
    public static final ObjectCodec<StringPropertySchema> CODEC = ObjectCodec.of("StringPropertySchema", type -> {
        var title = type.lenient("title", Codecs.STRING, StringPropertySchema::title);
        var description = type.lenient("description", Codecs.STRING, StringPropertySchema::description);
        var minLength = type.optional("minLength", Codecs.UINT32, StringPropertySchema::minLength);
        var maxLength = type.optional("maxLength", Codecs.UINT32, StringPropertySchema::maxLength);
        var pattern = type.optional("pattern", Codecs.STRING, StringPropertySchema::pattern);
        var format = type.optional("format", StringFormat.CODEC, StringPropertySchema::format);
        var defaultValue = type.lenient("default", Codecs.STRING, StringPropertySchema::defaultValue);
        var values = type.list("enum", Codecs.STRING, StringPropertySchema::values);
        var options = type.list("oneOf", EnumOption.CODEC, StringPropertySchema::options);
        var meta = type.lenient("_meta", Meta.CODEC, StringPropertySchema::meta);
        return in -> new StringPropertySchema(
                in.find(title),
                in.find(description),
                in.find(minLength),
                in.find(maxLength),
                in.find(pattern),
                in.find(format),
                in.find(defaultValue),
                in.get(values),
                in.get(options),
                in.find(meta));
    });

    /** Copies the collections. */
    public StringPropertySchema {
        values = List.copyOf(values);
        options = List.copyOf(options);
    }

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
        copy.minLength = minLength;
        copy.maxLength = maxLength;
        copy.pattern = pattern;
        copy.format = format;
        copy.defaultValue = defaultValue;
        copy.values = values;
        copy.options = options;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link StringPropertySchema}; used by one thread. */
    public static final class Builder {

        private @Nullable String title;
        private @Nullable String description;
        private @Nullable Long minLength;
        private @Nullable Long maxLength;
        private @Nullable String pattern;
        private @Nullable StringFormat format;
        private @Nullable String defaultValue;
        private List<String> values = List.of();
        private List<EnumOption> options = List.of();
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
         * Sets how many characters it takes at least.
         *
         * @param minLength how many characters it takes at least; null when any number
         * @return this
         */
        public Builder minLength(@Nullable Long minLength) {
            this.minLength = minLength;
            return this;
        }

        /**
         * Sets how many characters it takes at most.
         *
         * @param maxLength how many characters it takes at most; null when any number
         * @return this
         */
        public Builder maxLength(@Nullable Long maxLength) {
            this.maxLength = maxLength;
            return this;
        }

        /**
         * Sets a regular expression that the text must match.
         *
         * @param pattern a regular expression that the text must match; null when any will do
         * @return this
         */
        public Builder pattern(@Nullable String pattern) {
            this.pattern = pattern;
            return this;
        }

        /**
         * Sets what the text must look like.
         *
         * @param format what the text must look like; null when any will do
         * @return this
         */
        public Builder format(@Nullable StringFormat format) {
            this.format = format;
            return this;
        }

        /**
         * Sets what to fill in beforehand.
         *
         * @param defaultValue what to fill in beforehand; null for nothing
         * @return this
         */
        public Builder defaultValue(@Nullable String defaultValue) {
            this.defaultValue = defaultValue;
            return this;
        }

        /**
         * Sets the choices, shown as they are.
         *
         * @param values the choices, shown as they are
         * @return this
         */
        public Builder values(List<String> values) {
            this.values = Objects.requireNonNull(values, "values");
            return this;
        }

        /**
         * Sets the choices with labels.
         *
         * @param options the choices with labels
         * @return this
         */
        public Builder options(List<EnumOption> options) {
            this.options = Objects.requireNonNull(options, "options");
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
        public StringPropertySchema build() {
            return new StringPropertySchema(
                    title, description, minLength, maxLength, pattern, format, defaultValue, values, options, meta);
        }
    }
}
