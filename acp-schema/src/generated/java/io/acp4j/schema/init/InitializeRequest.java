// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens a connection: the client names the newest version that it speaks and what it can do.
 *
 * @param protocolVersion the newest version that the client speaks
 * @param clientCapabilities what the client can do
 * @param clientInfo who made the client; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization">the specification</a>
 * @since 0.1.0
 */
public record InitializeRequest(
        ProtocolVersion protocolVersion,
        ClientCapabilities clientCapabilities,
        @Nullable Implementation clientInfo,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<InitializeRequest> CODEC = ObjectCodec.of("InitializeRequest", type -> {
        var protocolVersion = type.required("protocolVersion", ProtocolVersion.CODEC, new Get<>(0));
        var clientCapabilities = type.lenient(
                type.isV2() ? "capabilities" : "clientCapabilities",
                ClientCapabilities.CODEC,
                new Get<>(1),
                ClientCapabilities.NONE);
        var clientInfo = type.isV2()
                ? type.requiredOnWire("info", Implementation.CODEC, new Get<>(2))
                : type.lenient("clientInfo", Implementation.CODEC, new Get<>(2));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(3));
        return new ObjectCodec.Maker<>() {
            @Override
            public InitializeRequest make(Members in) {
                return new InitializeRequest(
                        in.get(protocolVersion), in.get(clientCapabilities), in.find(clientInfo), in.find(meta));
            }
        };
    });

    /** Checks that what is required is there. */
    public InitializeRequest {
        Objects.requireNonNull(protocolVersion, "protocolVersion");
        Objects.requireNonNull(clientCapabilities, "clientCapabilities");
    }

    /**
     * Returns a request with what is required.
     *
     * @param protocolVersion the newest version that the client speaks
     * @return the request
     */
    public static InitializeRequest of(ProtocolVersion protocolVersion) {
        return new InitializeRequest(protocolVersion, ClientCapabilities.NONE, null, null);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<InitializeRequest, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(InitializeRequest value) {
            Object found = switch (member) {
                case 0 -> value.protocolVersion;
                case 1 -> value.clientCapabilities;
                case 2 -> value.clientInfo;
                default -> value.meta;
            };
            return (V) found;
        }
    }

    /**
     * Starts a request with what is required.
     *
     * @param protocolVersion the newest version that the client speaks
     * @return the builder
     */
    public static Builder builder(ProtocolVersion protocolVersion) {
        return new Builder(protocolVersion);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(protocolVersion);
        copy.clientCapabilities = clientCapabilities;
        copy.clientInfo = clientInfo;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link InitializeRequest}; used by one thread. */
    public static final class Builder {

        private final ProtocolVersion protocolVersion;
        private ClientCapabilities clientCapabilities = ClientCapabilities.NONE;
        private @Nullable Implementation clientInfo;
        private @Nullable Meta meta;

        private Builder(ProtocolVersion protocolVersion) {
            this.protocolVersion = Objects.requireNonNull(protocolVersion, "protocolVersion");
        }

        /**
         * Sets what the client can do.
         *
         * @param clientCapabilities what the client can do
         * @return this
         */
        public Builder clientCapabilities(ClientCapabilities clientCapabilities) {
            this.clientCapabilities = Objects.requireNonNull(clientCapabilities, "clientCapabilities");
            return this;
        }

        /**
         * Sets who made the client.
         *
         * @param clientInfo who made the client; null when unsaid
         * @return this
         */
        public Builder clientInfo(@Nullable Implementation clientInfo) {
            this.clientInfo = clientInfo;
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
         * Returns the request.
         *
         * @return the request
         */
        public InitializeRequest build() {
            return new InitializeRequest(protocolVersion, clientCapabilities, clientInfo, meta);
        }
    }
}
