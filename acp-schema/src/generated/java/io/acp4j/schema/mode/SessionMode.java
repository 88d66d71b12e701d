// Written by build-support/write-types from src/protocol/mode.yaml: change that, not this.
package io.acp4j.schema.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One way in which an agent can work in a session.
 *
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#sessionmode">the specification</a>
 * @since 0.1.0
 */
public record SessionMode(
        SessionModeId id,
        String name,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionMode> CODEC = ObjectCodec.of("SessionMode", type -> {
        var id = type.required("id", SessionModeId.CODEC, SessionMode::id);
        var name = type.required("name", Codecs.STRING, SessionMode::name);
        var description = type.lenient("description", Codecs.STRING, SessionMode::description);
        var meta = type.lenient("_meta", Meta.CODEC, SessionMode::meta);
        return in -> new SessionMode(in.get(id), in.get(name), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionMode {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns a value with what is required.
     *
     * @param id its id
     * @param name its name for people
     * @return the value
     */
    public static SessionMode of(SessionModeId id, String name) {
        return new SessionMode(id, name, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param id its id
     * @param name its name for people
     * @return the builder
     */
    public static Builder builder(SessionModeId id, String name) {
        return new Builder(id, name);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(id, name);
        copy.description = description;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionMode}; used by one thread. */
    public static final class Builder {

        private final SessionModeId id;
        private final String name;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(SessionModeId id, String name) {
            this.id = Objects.requireNonNull(id, "id");
            this.name = Objects.requireNonNull(name, "name");
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
        public SessionMode build() {
            return new SessionMode(id, name, description, meta);
        }
    }
}
