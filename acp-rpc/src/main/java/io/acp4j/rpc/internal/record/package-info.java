/**
 * How recordings leave secrets out and are played. Start with {@code Redactions}, which copies a message without its secrets, and
 * {@code LiveFrames}, what a live peer has sent. Knows transports and nothing of connections.
 */
@NullMarked
package io.acp4j.rpc.internal.record;

import org.jspecify.annotations.NullMarked;
