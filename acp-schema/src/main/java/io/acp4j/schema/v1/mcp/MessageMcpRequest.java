package io.acp4j.schema.v1.mcp;

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
 * @param serverId the server that is to answer
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
     * Makes a request without extra data.
     *
     * @param serverId the server
     * @param requestId the request of MCP that is meant
     * @param method the method of MCP
     * @param params a JSON object; null when there is none
     * @return the request
     */
    public static MessageMcpRequest of(
            McpServerAcpId serverId, McpRequestId requestId, String method, @Nullable RawJson params) {
        return new MessageMcpRequest(serverId, requestId, method, params, null);
    }
}
