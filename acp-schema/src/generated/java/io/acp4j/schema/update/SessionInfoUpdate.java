// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has changed about how a session is listed.
 *
 * @param title its name for people
 * @param updatedAt when it was last active, as the agent writes it (ISO 8601)
 * @param meta extra data; a patch of its own by name
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#updating-session-metadata">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionInfoUpdate(Patch<String> title, Patch<String> updatedAt, Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<SessionInfoUpdate> CODEC = ObjectCodec.of("SessionInfoUpdate", type -> {
        var title = type.patch("title", Codecs.STRING, SessionInfoUpdate::title);
        var updatedAt = type.patch("updatedAt", Codecs.STRING, SessionInfoUpdate::updatedAt);
        var meta = type.isV2()
                ? type.patch("_meta", Meta.CODEC, SessionInfoUpdate::meta)
                : type.lenientPatch("_meta", Meta.CODEC, SessionInfoUpdate::meta);
        return in -> new SessionInfoUpdate(in.get(title), in.get(updatedAt), in.get(meta));
    });

    /** Checks that what is required is there. */
    public SessionInfoUpdate {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(updatedAt, "updatedAt");
        Objects.requireNonNull(meta, "meta");
    }

    /**
     * Returns an update of the title only.
     *
     * @param title the new title
     * @return the value
     */
    public static SessionInfoUpdate title(String title) {
        return new SessionInfoUpdate(Patch.of(title), Patch.unchanged(), Patch.unchanged());
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.title = title;
        copy.updatedAt = updatedAt;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionInfoUpdate}; used by one thread. */
    public static final class Builder {

        private Patch<String> title = Patch.unchanged();
        private Patch<String> updatedAt = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder() {}

        /**
         * Sets its name for people.
         *
         * @param title the new value; null leaves it as it is
         * @return this
         */
        public Builder title(@Nullable String title) {
            return title(Patch.ofNullable(title));
        }

        /**
         * Sets its name for people.
         *
         * @param title its name for people
         * @return this
         */
        public Builder title(Patch<String> title) {
            this.title = Objects.requireNonNull(title, "title");
            return this;
        }

        /**
         * Sets when it was last active, as the agent writes it (ISO 8601).
         *
         * @param updatedAt the new value; null leaves it as it is
         * @return this
         */
        public Builder updatedAt(@Nullable String updatedAt) {
            return updatedAt(Patch.ofNullable(updatedAt));
        }

        /**
         * Sets when it was last active, as the agent writes it (ISO 8601).
         *
         * @param updatedAt when it was last active, as the agent writes it (ISO 8601)
         * @return this
         */
        public Builder updatedAt(Patch<String> updatedAt) {
            this.updatedAt = Objects.requireNonNull(updatedAt, "updatedAt");
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
         * @param meta extra data; a patch of its own by name
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
        public SessionInfoUpdate build() {
            return new SessionInfoUpdate(title, updatedAt, meta);
        }
    }
}
