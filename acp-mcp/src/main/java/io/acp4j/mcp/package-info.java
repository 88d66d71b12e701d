/**
 * MCP over ACP: a client offers tools in its process to an agent over the existing connection. Servers and clients are those of the
 * official MCP Java SDK; this package contains the transports between them.
 *
 * <p><b>The rule.</b> The protocol may still change. The connection carries requests of the agent and, while they run, notifications in
 * return. Requests of the server, such as sampling, are not supported.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.mcp.McpServers} is the side of the client, {@link io.acp4j.mcp.McpClients}
 * that of the agent.
 */
@NullMarked
package io.acp4j.mcp;

import org.jspecify.annotations.NullMarked;
