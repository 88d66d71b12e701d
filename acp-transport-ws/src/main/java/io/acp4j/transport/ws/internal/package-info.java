/**
 * What every WebSocket transport has in common, whatever library moves its frames: a bounded queue towards the peer, a
 * bounded queue towards the listener, and the order in which a connection ends. Start with {@code WireTransport}; it knows no
 * library, which a {@code Wire} hides.
 */
@NullMarked
package io.acp4j.transport.ws.internal;

import org.jspecify.annotations.NullMarked;
