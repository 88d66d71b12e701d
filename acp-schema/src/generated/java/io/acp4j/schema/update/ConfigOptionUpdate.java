// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All configuration options of the session with their values from now on.
 *
 * @param configOptions the options, all of them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-agent">the
 *     specification</a>
 * @since 0.1.0
 */
public record ConfigOptionUpdate(
        List<SessionConfigOption> configOptions, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ConfigOptionUpdate> CODEC = ObjectCodec.of("ConfigOptionUpdate", type -> {
        var configOptions = type.isV2()
                ? type.required(
                        "configOptions",
                        Codecs.lenientListOf(SessionConfigOption.CODEC),
                        ConfigOptionUpdate::configOptions)
                : type.requiredLenientList(
                        "configOptions", SessionConfigOption.CODEC, ConfigOptionUpdate::configOptions);
        var meta = type.lenient("_meta", Meta.CODEC, ConfigOptionUpdate::meta);
        return in -> new ConfigOptionUpdate(in.get(configOptions), in.find(meta));
    });

    /** Copies the collections. */
    public ConfigOptionUpdate {
        configOptions = List.copyOf(configOptions);
    }

    /**
     * Returns a value with what is required.
     *
     * @param configOptions the options, all of them
     * @return the value
     */
    public static ConfigOptionUpdate of(List<SessionConfigOption> configOptions) {
        return new ConfigOptionUpdate(configOptions, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param configOptions the options, all of them
     * @return the builder
     */
    public static Builder builder(List<SessionConfigOption> configOptions) {
        return new Builder(configOptions);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(configOptions);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ConfigOptionUpdate}; used by one thread. */
    public static final class Builder {

        private final List<SessionConfigOption> configOptions;
        private @Nullable Meta meta;

        private Builder(List<SessionConfigOption> configOptions) {
            this.configOptions = Objects.requireNonNull(configOptions, "configOptions");
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
        public ConfigOptionUpdate build() {
            return new ConfigOptionUpdate(configOptions, meta);
        }
    }
}
