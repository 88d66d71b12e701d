/**
 * What every WebSocket transport has in common, whatever library moves its frames: a bounded queue towards the peer, a
 * bounded queue towards the listener, and the order in which a connection ends.
 *
 * <p><b>The rule.</b> Knows no library for WebSockets: a {@link io.acp4j.transport.ws.internal.Wire} hides it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.WireTransport} is the transport over a {@link
 * io.acp4j.transport.ws.internal.Wire}.
 */
@NullMarked
package io.acp4j.transport.ws.internal;

import org.jspecify.annotations.NullMarked;
