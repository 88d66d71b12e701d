/**
 * The MCP servers that a client asks an agent to use in a session.
 */
@NullMarked
package io.acp4j.schema.mcp;

import org.jspecify.annotations.NullMarked;
