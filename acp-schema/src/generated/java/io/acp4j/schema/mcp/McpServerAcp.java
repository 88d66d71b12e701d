// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that the agent reaches over the connection that it already has, by {@code mcp/message}.
 *
 * <p>Only for agents that advertise {@code mcpCapabilities.acp}.
 *
 * @param name its name for people
 * @param serverId names it in {@code mcp/message}; of no other server on the same connection
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpServerAcp(
        String name, McpServerAcpId serverId, @Nullable Meta meta) implements McpServer {

    /** Reads and writes the object, without the discriminator that {@link McpServer#CODEC} adds. */
    public static final ObjectCodec<McpServerAcp> CODEC = ObjectCodec.of("McpServerAcp", type -> {
        var name = type.required("name", Codecs.STRING, McpServerAcp::name);
        var serverId = type.required("serverId", McpServerAcpId.CODEC, McpServerAcp::serverId);
        var meta = type.lenient("_meta", Meta.CODEC, McpServerAcp::meta);
        return in -> new McpServerAcp(in.get(name), in.get(serverId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public McpServerAcp {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(serverId, "serverId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name for people
     * @param serverId names it in {@code mcp/message}; of no other server on the same connection
     * @return the value
     */
    public static McpServerAcp of(String name, McpServerAcpId serverId) {
        return new McpServerAcp(name, serverId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name for people
     * @param serverId names it in {@code mcp/message}; of no other server on the same connection
     * @return the builder
     */
    public static Builder builder(String name, McpServerAcpId serverId) {
        return new Builder(name, serverId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, serverId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link McpServerAcp}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final McpServerAcpId serverId;
        private @Nullable Meta meta;

        private Builder(String name, McpServerAcpId serverId) {
            this.name = Objects.requireNonNull(name, "name");
            this.serverId = Objects.requireNonNull(serverId, "serverId");
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
        public McpServerAcp build() {
            return new McpServerAcp(name, serverId, meta);
        }
    }
}
