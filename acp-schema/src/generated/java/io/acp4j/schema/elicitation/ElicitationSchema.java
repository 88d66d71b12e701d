// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.internal.codec.FormFields;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form, as a flat JSON Schema.
 *
 * @param title the heading of the form; null when there is none
 * @param description what the form is for; null when unsaid
 * @param properties the fields by their names, in the order to show them
 * @param required the names of the fields that must be filled in
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record ElicitationSchema(
        @Nullable String title,
        @Nullable String description,
        Map<String, ElicitationPropertySchema> properties,
        List<String> required,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ElicitationSchema> CODEC = ObjectCodec.of("ElicitationSchema", type -> {
        if (type.isV2()) {
            type.required("type", FormFields.OBJECT, value -> "object");
        } else {
            type.lenient("type", Codecs.STRING, value -> "object", "object");
        }
        var title = type.lenient("title", Codecs.STRING, ElicitationSchema::title);
        var description = type.lenient("description", Codecs.STRING, ElicitationSchema::description);
        var properties = type.isV2()
                ? type.required(
                        "properties", Codecs.mapOf(ElicitationPropertySchema.CODEC), ElicitationSchema::properties)
                : type.map("properties", ElicitationPropertySchema.CODEC, ElicitationSchema::properties);
        var required = type.list("required", Codecs.STRING, ElicitationSchema::required);
        var meta = type.lenient("_meta", Meta.CODEC, ElicitationSchema::meta);
        return in -> new ElicitationSchema(
                in.find(title), in.find(description), in.get(properties), in.get(required), in.find(meta));
    });

    /** Copies the collections. */
    public ElicitationSchema {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        required = List.copyOf(required);
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
        copy.properties = properties;
        copy.required = required;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ElicitationSchema}; used by one thread. */
    public static final class Builder {

        private @Nullable String title;
        private @Nullable String description;
        private Map<String, ElicitationPropertySchema> properties = Map.of();
        private List<String> required = List.of();
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets the heading of the form.
         *
         * @param title the heading of the form; null when there is none
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets what the form is for.
         *
         * @param description what the form is for; null when unsaid
         * @return this
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
        }

        /**
         * Sets the fields by their names, in the order to show them.
         *
         * @param properties the fields by their names, in the order to show them
         * @return this
         */
        public Builder properties(Map<String, ElicitationPropertySchema> properties) {
            this.properties = Objects.requireNonNull(properties, "properties");
            return this;
        }

        /**
         * Sets the names of the fields that must be filled in.
         *
         * @param required the names of the fields that must be filled in
         * @return this
         */
        public Builder required(List<String> required) {
            this.required = Objects.requireNonNull(required, "required");
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
         * Adds a field that may stay empty.
         *
         * @param name its name
         * @param schema what may be entered
         * @return this
         */
        public Builder optional(String name, ElicitationPropertySchema schema) {
            return properties(FormFields.with(properties, name, schema));
        }

        /**
         * Adds a field that must be filled in.
         *
         * @param name its name
         * @param schema what may be entered
         * @return this
         */
        public Builder required(String name, ElicitationPropertySchema schema) {
            return required(FormFields.with(required, name)).optional(name, schema);
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ElicitationSchema build() {
            return new ElicitationSchema(title, description, properties, required, meta);
        }
    }
}
