/**
 * The MCP servers that a client asks an agent to use in a session.
 */
@NullMarked
package io.acp4j.schema.v1.mcp;

import org.jspecify.annotations.NullMarked;
