// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a list says about one session.
 *
 * @param sessionId its id
 * @param cwd its working directory, an absolute path
 * @param additionalDirectories the directories that it may work in besides, absolute paths, in order; empty when none
 *     are reported
 * @param title its title for people; null when it has none
 * @param updatedAt when something last happened in it, as the agent writes it (ISO 8601); null when unsaid
 * @param archived whether it is archived; null when not told
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#listing-sessions">the specification</a>
 * @since 0.1.0
 */
public record SessionInfo(
        SessionId sessionId,
        String cwd,
        List<String> additionalDirectories,
        @Nullable String title,
        @Nullable String updatedAt,
        @Unstable("session-archive") @Nullable Boolean archived,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionInfo> CODEC = ObjectCodec.of("SessionInfo", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SessionInfo::sessionId);
        var cwd = type.required("cwd", Codecs.STRING, SessionInfo::cwd);
        var additionalDirectories = type.isV2()
                ? type.list("additionalDirectories", Codecs.STRING, SessionInfo::additionalDirectories)
                : type.lenientList("additionalDirectories", Codecs.STRING, SessionInfo::additionalDirectories);
        var title = type.lenient("title", Codecs.STRING, SessionInfo::title);
        var updatedAt = type.lenient("updatedAt", Codecs.STRING, SessionInfo::updatedAt);
        var archived = type.lenient("archived", Codecs.BOOLEAN, SessionInfo::archived);
        var meta = type.lenient("_meta", Meta.CODEC, SessionInfo::meta);
        return in -> new SessionInfo(
                in.get(sessionId),
                in.get(cwd),
                in.get(additionalDirectories),
                in.find(title),
                in.find(updatedAt),
                in.find(archived),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SessionInfo {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(cwd, "cwd");
        additionalDirectories = List.copyOf(additionalDirectories);
    }

    /**
     * Returns a value with what is required.
     *
     * @param sessionId its id
     * @param cwd its working directory, an absolute path
     * @return the value
     */
    public static SessionInfo of(SessionId sessionId, String cwd) {
        return new SessionInfo(sessionId, cwd, List.of(), null, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param sessionId its id
     * @param cwd its working directory, an absolute path
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String cwd) {
        return new Builder(sessionId, cwd);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, cwd);
        copy.additionalDirectories = additionalDirectories;
        copy.title = title;
        copy.updatedAt = updatedAt;
        copy.archived = archived;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionInfo}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String cwd;
        private List<String> additionalDirectories = List.of();
        private @Nullable String title;
        private @Nullable String updatedAt;
        private @Nullable Boolean archived;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String cwd) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.cwd = Objects.requireNonNull(cwd, "cwd");
        }

        /**
         * Sets the directories that it may work in besides, absolute paths, in order.
         *
         * @param additionalDirectories the directories that it may work in besides, absolute paths, in order; empty
         *     when none are reported
         * @return this
         */
        public Builder additionalDirectories(List<String> additionalDirectories) {
            this.additionalDirectories = Objects.requireNonNull(additionalDirectories, "additionalDirectories");
            return this;
        }

        /**
         * Sets its title for people.
         *
         * @param title its title for people; null when it has none
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets when something last happened in it, as the agent writes it (ISO 8601).
         *
         * @param updatedAt when something last happened in it, as the agent writes it (ISO 8601); null when unsaid
         * @return this
         */
        public Builder updatedAt(@Nullable String updatedAt) {
            this.updatedAt = updatedAt;
            return this;
        }

        /**
         * Sets whether it is archived.
         *
         * @param archived whether it is archived; null when not told
         * @return this
         */
        @Unstable("session-archive")
        public Builder archived(@Nullable Boolean archived) {
            this.archived = archived;
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
        public SessionInfo build() {
            return new SessionInfo(sessionId, cwd, additionalDirectories, title, updatedAt, archived, meta);
        }
    }
}
