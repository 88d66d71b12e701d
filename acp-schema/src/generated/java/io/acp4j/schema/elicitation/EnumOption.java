// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One choice with a label.
 *
 * @param value what is sent when it is chosen
 * @param title its label
 * @param description what it means, for people; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record EnumOption(
        String value,
        String title,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<EnumOption> CODEC = ObjectCodec.of("EnumOption", type -> {
        var value = type.required("const", Codecs.STRING, EnumOption::value);
        var title = type.required("title", Codecs.STRING, EnumOption::title);
        var description = type.lenient("description", Codecs.STRING, EnumOption::description);
        var meta = type.lenient("_meta", Meta.CODEC, EnumOption::meta);
        return in -> new EnumOption(in.get(value), in.get(title), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public EnumOption {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(title, "title");
    }

    /**
     * Returns a value with what is required.
     *
     * @param value what is sent when it is chosen
     * @param title its label
     * @return the value
     */
    public static EnumOption of(String value, String title) {
        return new EnumOption(value, title, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param value what is sent when it is chosen
     * @param title its label
     * @return the builder
     */
    public static Builder builder(String value, String title) {
        return new Builder(value, title);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(value, title);
        copy.description = description;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link EnumOption}; used by one thread. */
    public static final class Builder {

        private final String value;
        private final String title;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(String value, String title) {
            this.value = Objects.requireNonNull(value, "value");
            this.title = Objects.requireNonNull(title, "title");
        }

        /**
         * Sets what it means, for people.
         *
         * @param description what it means, for people; null when unsaid
         * @return this
         */
        public Builder description(@Nullable String description) {
            this.description = description;
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
        public EnumOption build() {
            return new EnumOption(value, title, description, meta);
        }
    }
}
