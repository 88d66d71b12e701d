// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries a request of MCP to the component that provides the server.
 *
 * @param serverId the server that is to respond
 * @param requestId the request of MCP that is meant
 * @param method the method of MCP
 * @param params what MCP passes to it, a JSON object; null when it passes nothing
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record MessageMcpRequest(
        McpServerAcpId serverId,
        McpRequestId requestId,
        String method,
        @Nullable RawJson params,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<MessageMcpRequest> CODEC = ObjectCodec.of("MessageMcpRequest", type -> {
        var serverId = type.required("serverId", McpServerAcpId.CODEC, MessageMcpRequest::serverId);
        var requestId = type.required("requestId", McpRequestId.CODEC, MessageMcpRequest::requestId);
        var method = type.required("method", Codecs.STRING, MessageMcpRequest::method);
        var params = type.optional("params", Codecs.OBJECT, MessageMcpRequest::params);
        var meta = type.lenient("_meta", Meta.CODEC, MessageMcpRequest::meta);
        return in -> new MessageMcpRequest(
                in.get(serverId), in.get(requestId), in.get(method), in.find(params), in.find(meta));
    });

    /** Checks that what is required is there. */
    public MessageMcpRequest {
        Objects.requireNonNull(serverId, "serverId");
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns a request with what is required.
     *
     * @param serverId the server that is to respond
     * @param requestId the request of MCP that is meant
     * @param method the method of MCP
     * @return the request
     */
    public static MessageMcpRequest of(McpServerAcpId serverId, McpRequestId requestId, String method) {
        return new MessageMcpRequest(serverId, requestId, method, null, null);
    }

    /**
     * Returns a request without extra data.
     *
     * @param serverId the server that is to respond
     * @param requestId the request of MCP that is meant
     * @param method the method of MCP
     * @param params what MCP passes to it, a JSON object; null when it passes nothing
     * @return the request
     */
    public static MessageMcpRequest of(
            McpServerAcpId serverId, McpRequestId requestId, String method, @Nullable RawJson params) {
        return new MessageMcpRequest(serverId, requestId, method, params, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param serverId the server that is to respond
     * @param requestId the request of MCP that is meant
     * @param method the method of MCP
     * @return the builder
     */
    public static Builder builder(McpServerAcpId serverId, McpRequestId requestId, String method) {
        return new Builder(serverId, requestId, method);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(serverId, requestId, method);
        copy.params = params;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link MessageMcpRequest}; used by one thread. */
    public static final class Builder {

        private final McpServerAcpId serverId;
        private final McpRequestId requestId;
        private final String method;
        private @Nullable RawJson params;
        private @Nullable Meta meta;

        private Builder(McpServerAcpId serverId, McpRequestId requestId, String method) {
            this.serverId = Objects.requireNonNull(serverId, "serverId");
            this.requestId = Objects.requireNonNull(requestId, "requestId");
            this.method = Objects.requireNonNull(method, "method");
        }

        /**
         * Sets what MCP passes to it, a JSON object.
         *
         * @param params what MCP passes to it, a JSON object; null when it passes nothing
         * @return this
         */
        public Builder params(@Nullable RawJson params) {
            this.params = params;
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
        public MessageMcpRequest build() {
            return new MessageMcpRequest(serverId, requestId, method, params, meta);
        }
    }
}
