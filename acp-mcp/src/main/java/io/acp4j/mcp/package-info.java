/**
 * MCP over ACP: a client offers tools of its own process to an agent over the existing connection. Servers and clients are those of the official MCP Java SDK; this package has the transports between them.
 *
 * <p><b>The rule.</b> Not settled in the protocol. What it carries is requests of the agent and, while they run,
 * notifications in return; requests of the server, such as sampling, have no way over it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.mcp.McpServers} is the client's end, {@link io.acp4j.mcp.McpClients} the
 * agent's.
 */
@NullMarked
package io.acp4j.mcp;

import org.jspecify.annotations.NullMarked;
