// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which ways to authenticate a client can carry out for the agent.
 *
 * @param terminal whether the client can run the agent's program in a terminal for its user to log in
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#terminal-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthCapabilities(boolean terminal, @Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthCapabilities> CODEC = ObjectCodec.of("AuthCapabilities", type -> {
        var terminal = type.isV2()
                ? type.lenientUnlessDefault("terminal", Codecs.MARKER, new Get<>(0), false)
                : type.lenient("terminal", Codecs.BOOLEAN, new Get<>(0), false);
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(1));
        type.extras(AuthCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public AuthCapabilities make(Members in) {
                return new AuthCapabilities(in.get(terminal), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final AuthCapabilities NONE = new AuthCapabilities(false, null, Map.of());

    /** Copies the unknown members. */
    public AuthCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Returns capabilities without extra data.
     *
     * @param terminal whether the client can run the agent's program in a terminal for its user to log in
     * @return the value
     */
    public static AuthCapabilities of(boolean terminal) {
        return new AuthCapabilities(terminal, null, Map.of());
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<AuthCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(AuthCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.terminal;
                default -> value.meta;
            };
            return (V) found;
        }
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
        copy.terminal = terminal;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link AuthCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean terminal = false;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether the client can run the agent's program in a terminal for its user to log in.
         *
         * @param terminal whether the client can run the agent's program in a terminal for its user to log in
         * @return this
         */
        public Builder terminal(boolean terminal) {
            this.terminal = terminal;
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
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public AuthCapabilities build() {
            return new AuthCapabilities(terminal, meta, extras);
        }
    }
}
