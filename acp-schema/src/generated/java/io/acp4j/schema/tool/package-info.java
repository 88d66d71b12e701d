// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
/**
 * Tool calls: their kind, status, locations and content.
 *
 * <p><b>The rule.</b> The parts are here; the updates that announce and change a tool call are in {@code
 * io.acp4j.schema.update}. Parts of an unknown kind are kept as they came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.tool.ToolCallContent} is a piece of a result, such as a {@link
 * io.acp4j.schema.tool.Diff}; {@link io.acp4j.schema.tool.ToolCallStatus} says how far a call has come.
 */
@NullMarked
package io.acp4j.schema.tool;

import org.jspecify.annotations.NullMarked;
