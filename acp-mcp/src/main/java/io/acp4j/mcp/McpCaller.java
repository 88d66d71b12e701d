package io.acp4j.mcp;

import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests to the client that offers an MCP server. Whatever calls a client does: {@code turn.client()::requestAsync},
 * or {@code connection::requestAsync}.
 *
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
@FunctionalInterface
public interface McpCaller {

    /**
     * Sends one request.
     *
     * @param method {@code mcp/message}
     * @param request its parameters
     * @return a future of the response; cancelling it cancels the request
     */
    CompletableFuture<MessageMcpResponse> call(
            RequestMethod<MessageMcpRequest, MessageMcpResponse> method, MessageMcpRequest request);
}
