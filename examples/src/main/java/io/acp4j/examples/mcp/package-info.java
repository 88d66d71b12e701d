/** Tools of a client that its agent uses over the connection that both have. */
@NullMarked
package io.acp4j.examples.mcp;

import org.jspecify.annotations.NullMarked;
