/**
 * A small MCP server that reports to the kit how an agent has started it.
 *
 * <p><b>The rule.</b> It does what MCP needs for one tool and nothing more; what it was started with goes to the kit
 * unchanged.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.mcp.McpServer} is the server, a program; {@link
 * io.acp4j.tck.internal.mcp.McpReports} receives its reports.
 */
@NullMarked
package io.acp4j.tck.internal.mcp;

import org.jspecify.annotations.NullMarked;
