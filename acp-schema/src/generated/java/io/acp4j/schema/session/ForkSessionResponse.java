// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.AvailableCommand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names the session that was forked off.
 *
 * @param sessionId the new session
 * @param modes its modes; null when the agent has none
 * @param configOptions its options with their present values, in the order to show them; null when the agent has none
 * @param availableCommands the commands that a prompt may start with; null when they are not told here
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
public record ForkSessionResponse(
        SessionId sessionId,
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> configOptions,
        @Unstable("protocol-version-2") @Nullable List<AvailableCommand> availableCommands,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkSessionResponse> CODEC = ObjectCodec.of("ForkSessionResponse", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, ForkSessionResponse::sessionId);
        var modes = type.isV2()
                ? type.<SessionModeState>absent(null)
                : type.lenient("modes", SessionModeState.CODEC, ForkSessionResponse::modes);
        var configOptions = type.nullableLenientList(
                "configOptions", SessionConfigOption.CODEC, ForkSessionResponse::configOptions);
        var availableCommands = type.isV2()
                ? type.nullableLenientList(
                        "availableCommands", AvailableCommand.CODEC, ForkSessionResponse::availableCommands)
                : type.<List<AvailableCommand>>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, ForkSessionResponse::meta);
        return in -> new ForkSessionResponse(
                in.get(sessionId), in.find(modes), in.find(configOptions), in.find(availableCommands), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ForkSessionResponse {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a response with what is required.
     *
     * @param sessionId the new session
     * @return the response
     */
    public static ForkSessionResponse of(SessionId sessionId) {
        return new ForkSessionResponse(sessionId, null, null, null, null);
    }

    /**
     * Starts a response with what is required.
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
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.modes = modes;
        copy.configOptions = configOptions;
        copy.availableCommands = availableCommands;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ForkSessionResponse}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable SessionModeState modes;
        private @Nullable List<SessionConfigOption> configOptions;
        private @Nullable List<AvailableCommand> availableCommands;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
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
         * @param configOptions its options with their present values, in the order to show them; null when the agent
         *     has none
         * @return this
         */
        public Builder configOptions(@Nullable List<SessionConfigOption> configOptions) {
            this.configOptions = configOptions;
            return this;
        }

        /**
         * Sets the commands that a prompt may start with.
         *
         * @param availableCommands the commands that a prompt may start with; null when they are not told here
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder availableCommands(@Nullable List<AvailableCommand> availableCommands) {
            this.availableCommands = availableCommands;
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
        public ForkSessionResponse build() {
            return new ForkSessionResponse(sessionId, modes, configOptions, availableCommands, meta);
        }
    }
}
