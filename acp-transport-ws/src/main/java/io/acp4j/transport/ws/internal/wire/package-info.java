/**
 * A WebSocket in a channel of Netty once its handshake is over, the same on both sides.
 *
 * <p>Rule: what is not said otherwise runs on the channel's event loop. Begin with {@code NettyWire}.
 */
@NullMarked
package io.acp4j.transport.ws.internal.wire;

import org.jspecify.annotations.NullMarked;
