// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can do about authentication besides the ways that it offers.
 *
 * @param logout whether the user can log out; null means no
 * @param status whether it reports if the user is authenticated; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#authentication-capabilities">the
 *     specification</a>
 * @since 0.1.0
 */
public record AgentAuthCapabilities(
        @Nullable LogoutCapabilities logout,
        @Unstable("auth-status") @Nullable AuthStatusCapabilities status,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AgentAuthCapabilities> CODEC = ObjectCodec.of("AgentAuthCapabilities", type -> {
        var logout = type.isV2()
                ? type.<LogoutCapabilities>absent(null)
                : type.lenient("logout", LogoutCapabilities.CODEC, new Get<>(0));
        var status = type.lenient("status", AuthStatusCapabilities.CODEC, new Get<>(1));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(2));
        type.extras(AgentAuthCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public AgentAuthCapabilities make(Members in) {
                return new AgentAuthCapabilities(in.find(logout), in.find(status), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final AgentAuthCapabilities NONE = new AgentAuthCapabilities(null, null, null, Map.of());

    /** The user can log out. */
    public static final AgentAuthCapabilities LOGOUT =
            new AgentAuthCapabilities(LogoutCapabilities.SUPPORTED, null, null, Map.of());

    /** Copies the unknown members. */
    public AgentAuthCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<AgentAuthCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(AgentAuthCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.logout;
                case 1 -> value.status;
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
        copy.logout = logout;
        copy.status = status;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link AgentAuthCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable LogoutCapabilities logout;
        private @Nullable AuthStatusCapabilities status;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that the user can log out.
         *
         * @return this
         */
        public Builder logout() {
            return logout(LogoutCapabilities.SUPPORTED);
        }

        /**
         * Sets whether the user can log out.
         *
         * @param logout whether the user can log out; null means no
         * @return this
         */
        public Builder logout(@Nullable LogoutCapabilities logout) {
            this.logout = logout;
            return this;
        }

        /**
         * Advertises that it reports if the user is authenticated.
         *
         * @return this
         */
        @Unstable("auth-status")
        public Builder status() {
            return status(AuthStatusCapabilities.SUPPORTED);
        }

        /**
         * Sets whether it reports if the user is authenticated.
         *
         * @param status whether it reports if the user is authenticated; null means no
         * @return this
         */
        @Unstable("auth-status")
        public Builder status(@Nullable AuthStatusCapabilities status) {
            this.status = status;
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
        public AgentAuthCapabilities build() {
            return new AgentAuthCapabilities(logout, status, meta, extras);
        }
    }
}
