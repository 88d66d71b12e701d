/**
 * The order of messages: one lane for each session, and the budget that slows reading down while too much waits in them.
 *
 * <p><b>The rule.</b> Knows tasks and bytes, nothing of what a message is. A lane holds a thread only while it has messages.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.lane.Lane} is the queue of one session; {@code io.acp4j.rpc} has
 * the tour.
 */
@NullMarked
package io.acp4j.rpc.internal.lane;

import org.jspecify.annotations.NullMarked;
