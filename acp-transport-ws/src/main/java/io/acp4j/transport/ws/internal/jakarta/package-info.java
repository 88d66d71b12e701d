/**
 * A session of a Jakarta container as a wire: how it is opened on both sides, how messages get into it and out of it.
 *
 * <p>Rule: knows the Jakarta API, the queues of {@link io.acp4j.transport.ws.internal}, and of this module's API only limits and reasons
 * why a connection closed. Start with {@code SessionWire}; {@code SessionWriter} copes with containers that block.
 */
@NullMarked
package io.acp4j.transport.ws.internal.jakarta;

import org.jspecify.annotations.NullMarked;
