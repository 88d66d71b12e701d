// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An option that is on or off.
 *
 * <p>Only for clients that advertise {@code session.configOptions.boolean}.
 *
 * @param id its id, which requests to set it carry
 * @param name its name for people
 * @param currentValue whether it is on
 * @param description an explanation for people; null when there is none
 * @param category what it is about, as a hint for its place and look; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#boolean-config-options">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigBoolean(
        SessionConfigId id,
        String name,
        boolean currentValue,
        @Nullable String description,
        @Nullable SessionConfigOptionCategory category,
        @Nullable Meta meta)
        implements SessionConfigOption {

    /** Reads and writes the object, without the discriminator that {@link SessionConfigOption#CODEC} adds. */
    public static final ObjectCodec<SessionConfigBoolean> CODEC = ObjectCodec.of("SessionConfigBoolean", type -> {
        var id = type.required(type.isV2() ? "configId" : "id", SessionConfigId.CODEC, SessionConfigBoolean::id);
        var name = type.required("name", Codecs.STRING, SessionConfigBoolean::name);
        var description = type.lenient("description", Codecs.STRING, SessionConfigBoolean::description);
        var category = type.lenient("category", SessionConfigOptionCategory.CODEC, SessionConfigBoolean::category);
        var currentValue = type.required("currentValue", Codecs.BOOLEAN, SessionConfigBoolean::currentValue);
        var meta = type.lenient("_meta", Meta.CODEC, SessionConfigBoolean::meta);
        return in -> new SessionConfigBoolean(
                in.get(id), in.get(name), in.get(currentValue), in.find(description), in.find(category), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionConfigBoolean {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns a value with what is required.
     *
     * @param id its id, which requests to set it carry
     * @param name its name for people
     * @param currentValue whether it is on
     * @return the value
     */
    public static SessionConfigBoolean of(SessionConfigId id, String name, boolean currentValue) {
        return new SessionConfigBoolean(id, name, currentValue, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param id its id, which requests to set it carry
     * @param name its name for people
     * @param currentValue whether it is on
     * @return the builder
     */
    public static Builder builder(SessionConfigId id, String name, boolean currentValue) {
        return new Builder(id, name, currentValue);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(id, name, currentValue);
        copy.description = description;
        copy.category = category;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionConfigBoolean}; used by one thread. */
    public static final class Builder {

        private final SessionConfigId id;
        private final String name;
        private final boolean currentValue;
        private @Nullable String description;
        private @Nullable SessionConfigOptionCategory category;
        private @Nullable Meta meta;

        private Builder(SessionConfigId id, String name, boolean currentValue) {
            this.id = Objects.requireNonNull(id, "id");
            this.name = Objects.requireNonNull(name, "name");
            this.currentValue = currentValue;
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
         * Sets what it is about, as a hint for its place and look.
         *
         * @param category what it is about, as a hint for its place and look; null when unsaid
         * @return this
         */
        public Builder category(@Nullable SessionConfigOptionCategory category) {
            this.category = category;
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
        public SessionConfigBoolean build() {
            return new SessionConfigBoolean(id, name, currentValue, description, category, meta);
        }
    }
}
