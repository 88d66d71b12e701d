// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way that the agent carries out itself when {@code authenticate} names it.
 *
 * <p>Written without {@code type}; read without one or with {@code agent}.
 *
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#protocol-driven-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthMethodAgent(
        AuthMethodId id,
        String name,
        @Nullable String description,
        @Nullable Meta meta) implements AuthMethod {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthMethodAgent> CODEC = ObjectCodec.of("AuthMethodAgent", type -> {
        var id = type.required(type.isV2() ? "methodId" : "id", AuthMethodId.CODEC, AuthMethodAgent::id);
        var name = type.required("name", Codecs.STRING, AuthMethodAgent::name);
        var description = type.lenient("description", Codecs.STRING, AuthMethodAgent::description);
        var meta = type.lenient("_meta", Meta.CODEC, AuthMethodAgent::meta);
        return in -> new AuthMethodAgent(in.get(id), in.get(name), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AuthMethodAgent {
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
    public static AuthMethodAgent of(AuthMethodId id, String name) {
        return new AuthMethodAgent(id, name, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param id its id
     * @param name its name for people
     * @return the builder
     */
    public static Builder builder(AuthMethodId id, String name) {
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

    /** Collects the members of {@link AuthMethodAgent}; used by one thread. */
    public static final class Builder {

        private final AuthMethodId id;
        private final String name;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(AuthMethodId id, String name) {
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
        public AuthMethodAgent build() {
            return new AuthMethodAgent(id, name, description, meta);
        }
    }
}
