/**
 * A session of a Jakarta container as a wire: how it is opened on both sides, how messages get into it and out of it.
 *
 * <p><b>The rule.</b> Knows the Jakarta API, the queues of {@link io.acp4j.transport.ws.internal}, and of this module's API
 * only limits and reasons why a connection closed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.jakarta.SessionWire} is the wire; {@link
 * io.acp4j.transport.ws.internal.jakarta.SessionWriter} copes with containers that block.
 */
@NullMarked
package io.acp4j.transport.ws.internal.jakarta;

import org.jspecify.annotations.NullMarked;
