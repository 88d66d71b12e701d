// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
/**
 * Updates of a session, such as message chunks, tool calls and plans.
 *
 * <p><b>The rule.</b> Updates of a session are applied in the order in which they come: a chunk appends, a patch
 * changes the members that it contains, everything else replaces. An unknown kind is kept as it came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.update.SessionNotification} is the message, {@link
 * io.acp4j.schema.update.SessionUpdate} lists the kinds.
 */
@NullMarked
package io.acp4j.schema.update;

import org.jspecify.annotations.NullMarked;
