// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Responds with the version that the connection will speak and with what the agent can do.
 *
 * <p>A client that does not speak the version closes the connection.
 *
 * @param protocolVersion the version asked for if the agent speaks it, else the newest one that it speaks
 * @param agentCapabilities what the agent can do
 * @param authMethods the ways to authenticate that the agent offers; empty when none is needed or possible
 * @param agentInfo who made the agent; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization">the specification</a>
 * @since 0.1.0
 */
public record InitializeResponse(
        ProtocolVersion protocolVersion,
        AgentCapabilities agentCapabilities,
        List<AuthMethod> authMethods,
        @Nullable Implementation agentInfo,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<InitializeResponse> CODEC = ObjectCodec.of("InitializeResponse", type -> {
        var protocolVersion = type.required("protocolVersion", ProtocolVersion.CODEC, new Get<>(0));
        var agentCapabilities = type.lenient(
                type.isV2() ? "capabilities" : "agentCapabilities",
                AgentCapabilities.CODEC,
                new Get<>(1),
                AgentCapabilities.NONE);
        var authMethods = type.lenientList("authMethods", AuthMethod.CODEC, new Get<>(2));
        var agentInfo = type.isV2()
                ? type.requiredOnWire("info", Implementation.CODEC, new Get<>(3))
                : type.lenient("agentInfo", Implementation.CODEC, new Get<>(3));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(4));
        return new ObjectCodec.Maker<>() {
            @Override
            public InitializeResponse make(Members in) {
                return new InitializeResponse(
                        in.get(protocolVersion),
                        in.get(agentCapabilities),
                        in.get(authMethods),
                        in.find(agentInfo),
                        in.find(meta));
            }
        };
    });

    /** Checks that what is required is there and copies the collections. */
    public InitializeResponse {
        Objects.requireNonNull(protocolVersion, "protocolVersion");
        Objects.requireNonNull(agentCapabilities, "agentCapabilities");
        authMethods = List.copyOf(authMethods);
    }

    /**
     * Returns a response with what is required.
     *
     * @param protocolVersion the version asked for if the agent speaks it, else the newest one that it speaks
     * @return the response
     */
    public static InitializeResponse of(ProtocolVersion protocolVersion) {
        return new InitializeResponse(protocolVersion, AgentCapabilities.NONE, List.of(), null, null);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<InitializeResponse, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(InitializeResponse value) {
            Object found = switch (member) {
                case 0 -> value.protocolVersion;
                case 1 -> value.agentCapabilities;
                case 2 -> value.authMethods;
                case 3 -> value.agentInfo;
                default -> value.meta;
            };
            return (V) found;
        }
    }

    /**
     * Starts a response with what is required.
     *
     * @param protocolVersion the version asked for if the agent speaks it, else the newest one that it speaks
     * @return the builder
     */
    public static Builder builder(ProtocolVersion protocolVersion) {
        return new Builder(protocolVersion);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(protocolVersion);
        copy.agentCapabilities = agentCapabilities;
        copy.authMethods = authMethods;
        copy.agentInfo = agentInfo;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link InitializeResponse}; used by one thread. */
    public static final class Builder {

        private final ProtocolVersion protocolVersion;
        private AgentCapabilities agentCapabilities = AgentCapabilities.NONE;
        private List<AuthMethod> authMethods = List.of();
        private @Nullable Implementation agentInfo;
        private @Nullable Meta meta;

        private Builder(ProtocolVersion protocolVersion) {
            this.protocolVersion = Objects.requireNonNull(protocolVersion, "protocolVersion");
        }

        /**
         * Sets what the agent can do.
         *
         * @param agentCapabilities what the agent can do
         * @return this
         */
        public Builder agentCapabilities(AgentCapabilities agentCapabilities) {
            this.agentCapabilities = Objects.requireNonNull(agentCapabilities, "agentCapabilities");
            return this;
        }

        /**
         * Sets the ways to authenticate that the agent offers.
         *
         * @param authMethods the ways to authenticate that the agent offers; empty when none is needed or possible
         * @return this
         */
        public Builder authMethods(List<AuthMethod> authMethods) {
            this.authMethods = Objects.requireNonNull(authMethods, "authMethods");
            return this;
        }

        /**
         * Sets who made the agent.
         *
         * @param agentInfo who made the agent; null when unsaid
         * @return this
         */
        public Builder agentInfo(@Nullable Implementation agentInfo) {
            this.agentInfo = agentInfo;
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
        public InitializeResponse build() {
            return new InitializeResponse(protocolVersion, agentCapabilities, authMethods, agentInfo, meta);
        }
    }
}
