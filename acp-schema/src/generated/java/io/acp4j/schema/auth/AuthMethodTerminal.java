// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.internal.codec.EnvironmentList;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way that the client carries out: it runs the agent's program once more, in a terminal, for the person to log in.
 *
 * <p>Offered only to clients that advertise {@code auth.terminal}; never passed to {@code authenticate}. Exit status 0
 * means success.
 *
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param args arguments to append to those that the agent is launched with
 * @param env environment variables to add, by name; they win over those that the agent is launched with
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#terminal-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthMethodTerminal(
        AuthMethodId id,
        String name,
        @Nullable String description,
        List<String> args,
        Map<String, String> env,
        @Nullable Meta meta)
        implements AuthMethod {

    /** Reads and writes the object, without the discriminator that {@link AuthMethod#CODEC} adds. */
    public static final ObjectCodec<AuthMethodTerminal> CODEC = ObjectCodec.of("AuthMethodTerminal", type -> {
        var id = type.required(type.isV2() ? "methodId" : "id", AuthMethodId.CODEC, AuthMethodTerminal::id);
        var name = type.required("name", Codecs.STRING, AuthMethodTerminal::name);
        var description = type.lenient("description", Codecs.STRING, AuthMethodTerminal::description);
        var args = type.list("args", Codecs.STRING, AuthMethodTerminal::args);
        var env = type.isV2()
                ? type.optionalUnlessDefault("env", EnvironmentList.CODEC, AuthMethodTerminal::env, Map.of())
                : type.map("env", Codecs.STRING, AuthMethodTerminal::env);
        var meta = type.lenient("_meta", Meta.CODEC, AuthMethodTerminal::meta);
        return in -> new AuthMethodTerminal(
                in.get(id), in.get(name), in.find(description), in.get(args), in.get(env), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public AuthMethodTerminal {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        args = List.copyOf(args);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    /**
     * Returns a value with what is required.
     *
     * @param id its id
     * @param name its name for people
     * @return the value
     */
    public static AuthMethodTerminal of(AuthMethodId id, String name) {
        return new AuthMethodTerminal(id, name, null, List.of(), Map.of(), null);
    }

    /** Names the members without what may be secret. */
    @Override
    public String toString() {
        return "AuthMethodTerminal[id=" + id + ", name=" + name + ", description=" + description + ", args="
                + args.size() + ", env=" + env.keySet() + ", meta=" + meta + "]";
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
        copy.args = args;
        copy.env = env;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthMethodTerminal}; used by one thread. */
    public static final class Builder {

        private final AuthMethodId id;
        private final String name;
        private @Nullable String description;
        private List<String> args = List.of();
        private Map<String, String> env = Map.of();
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
         * Sets arguments to append to those that the agent is launched with.
         *
         * @param args arguments to append to those that the agent is launched with
         * @return this
         */
        public Builder args(List<String> args) {
            this.args = Objects.requireNonNull(args, "args");
            return this;
        }

        /**
         * Sets environment variables to add, by name.
         *
         * @param env environment variables to add, by name; they win over those that the agent is launched with
         * @return this
         */
        public Builder env(Map<String, String> env) {
            this.env = Objects.requireNonNull(env, "env");
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
        public AuthMethodTerminal build() {
            return new AuthMethodTerminal(id, name, description, args, env, meta);
        }
    }
}
