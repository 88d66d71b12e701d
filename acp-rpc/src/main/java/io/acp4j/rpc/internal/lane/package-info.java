/**
 * The order of messages: one lane for each session, and the budget that slows reading down while too much waits in them.
 *
 * <p>Knows tasks and bytes, nothing of what a message is. Start with {@code Lane}; {@code io.acp4j.rpc} has the tour.
 */
@NullMarked
package io.acp4j.rpc.internal.lane;

import org.jspecify.annotations.NullMarked;
