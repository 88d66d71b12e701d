// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mode.SessionModeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the session is open and has been replayed.
 *
 * @param modes its modes; null when the agent has none
 * @param configOptions its options with their present values, in the order to show them; null when the agent has none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-a-session">the specification</a>
 * @since 0.1.0
 */
public record LoadSessionResponse(
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> configOptions,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<LoadSessionResponse> CODEC = ObjectCodec.of("LoadSessionResponse", type -> {
        type.nullMeansEmpty();
        var modes = type.lenient("modes", SessionModeState.CODEC, LoadSessionResponse::modes);
        var configOptions = type.nullableLenientList(
                "configOptions", SessionConfigOption.CODEC, LoadSessionResponse::configOptions);
        var meta = type.lenient("_meta", Meta.CODEC, LoadSessionResponse::meta);
        return in -> new LoadSessionResponse(in.find(modes), in.find(configOptions), in.find(meta));
    });

    /** A response that says nothing more. */
    public static final LoadSessionResponse EMPTY = new LoadSessionResponse(null, null, null);

    /**
     * Starts a response, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.modes = modes;
        copy.configOptions = configOptions;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link LoadSessionResponse}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionModeState modes;
        private @Nullable List<SessionConfigOption> configOptions;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets its modes.
         *
         * @param modes its modes; null when the agent has none
         * @return this
         */
        public Builder modes(@Nullable SessionModeState modes) {
            this.modes = modes;
            return this;
        }

        /**
         * Sets its options with their present values, in the order to show them.
         *
         * @param configOptions its options with their present values, in the order to show them; null when the agent
         *     has none
         * @return this
         */
        public Builder configOptions(@Nullable List<SessionConfigOption> configOptions) {
            this.configOptions = configOptions;
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
         * Returns the response.
         *
         * @return the response
         */
        public LoadSessionResponse build() {
            return new LoadSessionResponse(modes, configOptions, meta);
        }
    }
}
