// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
/**
 * The MCP servers that a client asks an agent to use in a session, and messages of MCP that travel over the connection
 * itself.
 *
 * <p><b>The rule.</b> A message of MCP is carried as it is; a failure that MCP reports is a result here, never an error
 * of the connection.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.mcp.McpServer} lists the ways to reach a server; {@link
 * io.acp4j.schema.mcp.MessageMcpRequest} carries a message to one behind the connection.
 */
@NullMarked
package io.acp4j.schema.mcp;

import org.jspecify.annotations.NullMarked;
