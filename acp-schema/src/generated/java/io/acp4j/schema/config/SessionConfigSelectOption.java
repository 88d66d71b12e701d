// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the values that an option can take.
 *
 * @param value its id, which requests to set it carry
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoptionvalue">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigSelectOption(
        SessionConfigValueId value,
        String name,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionConfigSelectOption> CODEC =
            ObjectCodec.of("SessionConfigSelectOption", type -> {
                var value = type.required("value", SessionConfigValueId.CODEC, SessionConfigSelectOption::value);
                var name = type.required("name", Codecs.STRING, SessionConfigSelectOption::name);
                var description = type.lenient("description", Codecs.STRING, SessionConfigSelectOption::description);
                var meta = type.lenient("_meta", Meta.CODEC, SessionConfigSelectOption::meta);
                return in ->
                        new SessionConfigSelectOption(in.get(value), in.get(name), in.find(description), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SessionConfigSelectOption {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns a value with what is required.
     *
     * @param value its id, which requests to set it carry
     * @param name its name for people
     * @return the value
     */
    public static SessionConfigSelectOption of(SessionConfigValueId value, String name) {
        return new SessionConfigSelectOption(value, name, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param value its id, which requests to set it carry
     * @param name its name for people
     * @return the builder
     */
    public static Builder builder(SessionConfigValueId value, String name) {
        return new Builder(value, name);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(value, name);
        copy.description = description;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionConfigSelectOption}; used by one thread. */
    public static final class Builder {

        private final SessionConfigValueId value;
        private final String name;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(SessionConfigValueId value, String name) {
            this.value = Objects.requireNonNull(value, "value");
            this.name = Objects.requireNonNull(name, "name");
        }

        /**
         * Sets an explanation for people.
         *
         * @param description an explanation for people; null when there is none
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
        public SessionConfigSelectOption build() {
            return new SessionConfigSelectOption(value, name, description, meta);
        }
    }
}
