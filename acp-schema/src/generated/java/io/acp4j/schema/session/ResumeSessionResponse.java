// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.AvailableCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the session is open.
 *
 * @param modes its modes; null when the agent has none
 * @param configOptions its options with their present values, in the order to show them; null when the agent has none
 * @param availableCommands the commands that a prompt may start with; null when they are not told here
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#resuming-a-session">the specification</a>
 * @since 0.1.0
 */
public record ResumeSessionResponse(
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> configOptions,
        @Unstable("protocol-version-2") @Nullable List<AvailableCommand> availableCommands,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ResumeSessionResponse> CODEC = ObjectCodec.of("ResumeSessionResponse", type -> {
        type.nullMeansEmpty();
        var modes = type.isV2()
                ? type.<SessionModeState>absent(null)
                : type.lenient("modes", SessionModeState.CODEC, ResumeSessionResponse::modes);
        var configOptions = type.nullableLenientList(
                "configOptions", SessionConfigOption.CODEC, ResumeSessionResponse::configOptions);
        var availableCommands = type.isV2()
                ? type.nullableLenientList(
                        "availableCommands", AvailableCommand.CODEC, ResumeSessionResponse::availableCommands)
                : type.<List<AvailableCommand>>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, ResumeSessionResponse::meta);
        return in -> new ResumeSessionResponse(
                in.find(modes), in.find(configOptions), in.find(availableCommands), in.find(meta));
    });

    /** A response that says nothing more. */
    public static final ResumeSessionResponse EMPTY = new ResumeSessionResponse(null, null, null, null);

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
        copy.availableCommands = availableCommands;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ResumeSessionResponse}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionModeState modes;
        private @Nullable List<SessionConfigOption> configOptions;
        private @Nullable List<AvailableCommand> availableCommands;
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
        public ResumeSessionResponse build() {
            return new ResumeSessionResponse(modes, configOptions, availableCommands, meta);
        }
    }
}
