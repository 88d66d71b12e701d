// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports all options of the session as they are now, since one may change others.
 *
 * @param configOptions all options with their present values, in the order to show them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-client">the
 *     specification</a>
 * @since 0.1.0
 */
public record SetSessionConfigOptionResponse(
        List<SessionConfigOption> configOptions, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionConfigOptionResponse> CODEC =
            ObjectCodec.of("SetSessionConfigOptionResponse", type -> {
                var configOptions = type.isV2()
                        ? type.required(
                                "configOptions",
                                Codecs.lenientListOf(SessionConfigOption.CODEC),
                                SetSessionConfigOptionResponse::configOptions)
                        : type.requiredLenientList(
                                "configOptions",
                                SessionConfigOption.CODEC,
                                SetSessionConfigOptionResponse::configOptions);
                var meta = type.lenient("_meta", Meta.CODEC, SetSessionConfigOptionResponse::meta);
                return in -> new SetSessionConfigOptionResponse(in.get(configOptions), in.find(meta));
            });

    /** Copies the collections. */
    public SetSessionConfigOptionResponse {
        configOptions = List.copyOf(configOptions);
    }

    /**
     * Returns a response with what is required.
     *
     * @param configOptions all options with their present values, in the order to show them
     * @return the response
     */
    public static SetSessionConfigOptionResponse of(List<SessionConfigOption> configOptions) {
        return new SetSessionConfigOptionResponse(configOptions, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param configOptions all options with their present values, in the order to show them
     * @return the builder
     */
    public static Builder builder(List<SessionConfigOption> configOptions) {
        return new Builder(configOptions);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(configOptions);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetSessionConfigOptionResponse}; used by one thread. */
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
         * Returns the response.
         *
         * @return the response
         */
        public SetSessionConfigOptionResponse build() {
            return new SetSessionConfigOptionResponse(configOptions, meta);
        }
    }
}
