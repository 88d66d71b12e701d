/**
 * A WebSocket in a channel of Netty once its handshake is over, the same on both sides.
 *
 * <p><b>The rule.</b> What is not said otherwise runs on the channel's event loop.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.wire.NettyWire} is the wire, {@link
 * io.acp4j.transport.ws.internal.wire.WireSettings} how messages are taken from it.
 */
@NullMarked
package io.acp4j.transport.ws.internal.wire;

import org.jspecify.annotations.NullMarked;
