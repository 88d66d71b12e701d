// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An option that takes one of several values.
 *
 * @param id its id, which requests to set it carry
 * @param name its name for people
 * @param currentValue the value that it has
 * @param options the values that it can take
 * @param description an explanation for people; null when there is none
 * @param category what it is about, as a hint for its place and look; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoption">the specification</a>
 * @since 0.1.0
 */
public record SessionConfigSelect(
        SessionConfigId id,
        String name,
        SessionConfigValueId currentValue,
        SessionConfigSelectOptions options,
        @Nullable String description,
        @Nullable SessionConfigOptionCategory category,
        @Nullable Meta meta)
        implements SessionConfigOption {

    /** Reads and writes the object, without the discriminator that {@link SessionConfigOption#CODEC} adds. */
    public static final ObjectCodec<SessionConfigSelect> CODEC = ObjectCodec.of("SessionConfigSelect", type -> {
        var id = type.required(type.isV2() ? "configId" : "id", SessionConfigId.CODEC, SessionConfigSelect::id);
        var name = type.required("name", Codecs.STRING, SessionConfigSelect::name);
        var description = type.lenient("description", Codecs.STRING, SessionConfigSelect::description);
        var category = type.lenient("category", SessionConfigOptionCategory.CODEC, SessionConfigSelect::category);
        var currentValue = type.required("currentValue", SessionConfigValueId.CODEC, SessionConfigSelect::currentValue);
        var options = type.required("options", SessionConfigSelectOptions.CODEC, SessionConfigSelect::options);
        var meta = type.lenient("_meta", Meta.CODEC, SessionConfigSelect::meta);
        return in -> new SessionConfigSelect(
                in.get(id),
                in.get(name),
                in.get(currentValue),
                in.get(options),
                in.find(description),
                in.find(category),
                in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionConfigSelect {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(currentValue, "currentValue");
        Objects.requireNonNull(options, "options");
    }

    /**
     * Returns a value with what is required.
     *
     * @param id its id, which requests to set it carry
     * @param name its name for people
     * @param currentValue the value that it has
     * @param options the values that it can take
     * @return the value
     */
    public static SessionConfigSelect of(
            SessionConfigId id, String name, SessionConfigValueId currentValue, SessionConfigSelectOptions options) {
        return new SessionConfigSelect(id, name, currentValue, options, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param id its id, which requests to set it carry
     * @param name its name for people
     * @param currentValue the value that it has
     * @param options the values that it can take
     * @return the builder
     */
    public static Builder builder(
            SessionConfigId id, String name, SessionConfigValueId currentValue, SessionConfigSelectOptions options) {
        return new Builder(id, name, currentValue, options);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(id, name, currentValue, options);
        copy.description = description;
        copy.category = category;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionConfigSelect}; used by one thread. */
    public static final class Builder {

        private final SessionConfigId id;
        private final String name;
        private final SessionConfigValueId currentValue;
        private final SessionConfigSelectOptions options;
        private @Nullable String description;
        private @Nullable SessionConfigOptionCategory category;
        private @Nullable Meta meta;

        private Builder(
                SessionConfigId id,
                String name,
                SessionConfigValueId currentValue,
                SessionConfigSelectOptions options) {
            this.id = Objects.requireNonNull(id, "id");
            this.name = Objects.requireNonNull(name, "name");
            this.currentValue = Objects.requireNonNull(currentValue, "currentValue");
            this.options = Objects.requireNonNull(options, "options");
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
        public SessionConfigSelect build() {
            return new SessionConfigSelect(id, name, currentValue, options, description, category, meta);
        }
    }
}
