/** What tool calls consist of: their kind, status, places and results. */
@NullMarked
package io.acp4j.schema.tool;

import org.jspecify.annotations.NullMarked;
