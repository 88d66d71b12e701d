package io.acp4j.schema.v1.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.mode.SessionModeState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names the session that was started.
 *
 * @param sessionId the new session
 * @param modes its modes; null when the agent has none
 * @param configOptions its options with their present values, in the order to show them; null when the agent has
 *     none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session">the
 *     specification</a>
 * @since 0.1.0
 */
public record NewSessionResponse(
        SessionId sessionId,
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> configOptions,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<NewSessionResponse> CODEC = ObjectCodec.of("NewSessionResponse", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, NewSessionResponse::sessionId);
        var modes = type.lenient("modes", SessionModeState.CODEC, NewSessionResponse::modes);
        var configOptions =
                type.nullableLenientList("configOptions", SessionConfigOption.CODEC, NewSessionResponse::configOptions);
        var meta = type.lenient("_meta", Meta.CODEC, NewSessionResponse::meta);
        return in -> new NewSessionResponse(in.get(sessionId), in.find(modes), in.find(configOptions), in.find(meta));
    });

    /** Checks that what is required is there and copies the list. */
    public NewSessionResponse {
        Objects.requireNonNull(sessionId, "sessionId");
        configOptions = configOptions == null ? null : List.copyOf(configOptions);
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @param sessionId the new session
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.modes = modes;
        copy.configOptions = configOptions;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link NewSessionResponse}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable SessionModeState modes;
        private @Nullable List<SessionConfigOption> configOptions;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = sessionId;
        }

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
         * @param configOptions its options with their present values, in the order to show them; null when the agent has
         *     none
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
         * Makes the value.
         *
         * @return the value
         */
        public NewSessionResponse build() {
            return new NewSessionResponse(sessionId, modes, configOptions, meta);
        }
    }
}
