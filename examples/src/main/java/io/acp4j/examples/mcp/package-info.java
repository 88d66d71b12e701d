/**
 * Tools of a client that its agent uses over the connection that both have.
 *
 * <p><b>The rule.</b> The server is an ordinary one of the MCP SDK: neither it nor the tools know that ACP carries them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.mcp.ToolOfferingClient} offers a tool, {@link
 * io.acp4j.examples.mcp.ToolUsingAgent} calls it.
 */
@NullMarked
package io.acp4j.examples.mcp;

import org.jspecify.annotations.NullMarked;
