/**
 * Every frame that went over the wire, its exact bytes, and which ones belong together.
 *
 * <p><b>The rule.</b> Knows nothing of agents or pages. What a list needs stays in memory, bytes go to files, and the order
 * is that of the wire.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.log.FrameLog} keeps the frames, {@link io.acp4j.inspector.log.LogView}
 * is what a filter shows of them.
 */
@NullMarked
package io.acp4j.inspector.log;

import org.jspecify.annotations.NullMarked;
