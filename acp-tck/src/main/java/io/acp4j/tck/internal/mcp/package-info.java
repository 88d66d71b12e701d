/** A small MCP server that tells the kit how it was started. */
@NullMarked
package io.acp4j.tck.internal.mcp;

import org.jspecify.annotations.NullMarked;
