// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session of a subagent belongs to this session, or what is known of it has changed.
 *
 * <p>The first one about a session announces it, before anything else of it. What is left out stays as it was. Sent
 * only to clients that advertise {@code subagents}.
 *
 * @param sessionId the session of the subagent
 * @param title what to call the subagent
 * @param description what the subagent is for
 * @param capabilities what the client may do with its session; nothing until told
 * @param state what it is doing now
 * @param cwd its working directory, an absolute path; that of the session around it until told
 * @param additionalDirectories the directories that it may work in besides, absolute paths, all of them; those of the
 *     session around it until told
 * @param meta extra data
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SubagentUpdate(
        SessionId sessionId,
        Patch<String> title,
        Patch<String> description,
        Patch<SubagentSessionCapabilities> capabilities,
        Patch<StateUpdate> state,
        Patch<String> cwd,
        Patch<List<String>> additionalDirectories,
        Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<SubagentUpdate> CODEC = ObjectCodec.of("SubagentUpdate", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SubagentUpdate::sessionId);
        var title = type.patch("title", Codecs.STRING, SubagentUpdate::title);
        var description = type.patch("description", Codecs.STRING, SubagentUpdate::description);
        var capabilities = type.patch("capabilities", SubagentSessionCapabilities.CODEC, SubagentUpdate::capabilities);
        var state = type.patch("state", StateUpdate.CODEC, SubagentUpdate::state);
        var cwd = type.strictPatch("cwd", Codecs.STRING, SubagentUpdate::cwd);
        var additionalDirectories = type.strictPatch(
                "additionalDirectories", Codecs.listOf(Codecs.STRING), SubagentUpdate::additionalDirectories);
        var meta = type.patch("_meta", Meta.CODEC, SubagentUpdate::meta);
        return in -> new SubagentUpdate(
                in.get(sessionId),
                in.get(title),
                in.get(description),
                in.get(capabilities),
                in.get(state),
                in.get(cwd),
                in.get(additionalDirectories),
                in.get(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SubagentUpdate {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(capabilities, "capabilities");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(cwd, "cwd");
        Objects.requireNonNull(additionalDirectories, "additionalDirectories");
        Objects.requireNonNull(meta, "meta");
        if (additionalDirectories instanceof Patch.Value<List<String>> list) {
            additionalDirectories = Patch.of(List.copyOf(list.value()));
        }
    }

    /**
     * Returns a value with what is required.
     *
     * @param sessionId the session of the subagent
     * @return the value
     */
    public static SubagentUpdate of(SessionId sessionId) {
        return new SubagentUpdate(
                sessionId,
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged());
    }

    /**
     * Starts a value with what is required.
     *
     * @param sessionId the session of the subagent
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
        copy.title = title;
        copy.description = description;
        copy.capabilities = capabilities;
        copy.state = state;
        copy.cwd = cwd;
        copy.additionalDirectories = additionalDirectories;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SubagentUpdate}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private Patch<String> title = Patch.unchanged();
        private Patch<String> description = Patch.unchanged();
        private Patch<SubagentSessionCapabilities> capabilities = Patch.unchanged();
        private Patch<StateUpdate> state = Patch.unchanged();
        private Patch<String> cwd = Patch.unchanged();
        private Patch<List<String>> additionalDirectories = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
        }

        /**
         * Sets what to call the subagent.
         *
         * @param title the new value; null leaves it as it is
         * @return this
         */
        public Builder title(@Nullable String title) {
            return title(Patch.ofNullable(title));
        }

        /**
         * Sets what to call the subagent.
         *
         * @param title what to call the subagent
         * @return this
         */
        public Builder title(Patch<String> title) {
            this.title = Objects.requireNonNull(title, "title");
            return this;
        }

        /**
         * Sets what the subagent is for.
         *
         * @param description the new value; null leaves it as it is
         * @return this
         */
        public Builder description(@Nullable String description) {
            return description(Patch.ofNullable(description));
        }

        /**
         * Sets what the subagent is for.
         *
         * @param description what the subagent is for
         * @return this
         */
        public Builder description(Patch<String> description) {
            this.description = Objects.requireNonNull(description, "description");
            return this;
        }

        /**
         * Sets what the client may do with its session.
         *
         * @param capabilities the new value; null leaves it as it is
         * @return this
         */
        public Builder capabilities(@Nullable SubagentSessionCapabilities capabilities) {
            return capabilities(Patch.ofNullable(capabilities));
        }

        /**
         * Sets what the client may do with its session.
         *
         * @param capabilities what the client may do with its session; nothing until told
         * @return this
         */
        public Builder capabilities(Patch<SubagentSessionCapabilities> capabilities) {
            this.capabilities = Objects.requireNonNull(capabilities, "capabilities");
            return this;
        }

        /**
         * Sets what it is doing now.
         *
         * @param state the new value; null leaves it as it is
         * @return this
         */
        public Builder state(@Nullable StateUpdate state) {
            return state(Patch.ofNullable(state));
        }

        /**
         * Sets what it is doing now.
         *
         * @param state what it is doing now
         * @return this
         */
        public Builder state(Patch<StateUpdate> state) {
            this.state = Objects.requireNonNull(state, "state");
            return this;
        }

        /**
         * Sets its working directory, an absolute path.
         *
         * @param cwd the new value; null leaves it as it is
         * @return this
         */
        public Builder cwd(@Nullable String cwd) {
            return cwd(Patch.ofNullable(cwd));
        }

        /**
         * Sets its working directory, an absolute path.
         *
         * @param cwd its working directory, an absolute path; that of the session around it until told
         * @return this
         */
        public Builder cwd(Patch<String> cwd) {
            this.cwd = Objects.requireNonNull(cwd, "cwd");
            return this;
        }

        /**
         * Sets the directories that it may work in besides, absolute paths, all of them.
         *
         * @param additionalDirectories the new value; null leaves it as it is
         * @return this
         */
        public Builder additionalDirectories(@Nullable List<String> additionalDirectories) {
            return additionalDirectories(Patch.ofNullable(additionalDirectories));
        }

        /**
         * Sets the directories that it may work in besides, absolute paths, all of them.
         *
         * @param additionalDirectories the directories that it may work in besides, absolute paths, all of them; those
         *     of the session around it until told
         * @return this
         */
        public Builder additionalDirectories(Patch<List<String>> additionalDirectories) {
            this.additionalDirectories = Objects.requireNonNull(additionalDirectories, "additionalDirectories");
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta the new value; null leaves it as it is
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            return meta(Patch.ofNullable(meta));
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data
         * @return this
         */
        public Builder meta(Patch<Meta> meta) {
            this.meta = Objects.requireNonNull(meta, "meta");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SubagentUpdate build() {
            return new SubagentUpdate(
                    sessionId, title, description, capabilities, state, cwd, additionalDirectories, meta);
        }
    }
}
