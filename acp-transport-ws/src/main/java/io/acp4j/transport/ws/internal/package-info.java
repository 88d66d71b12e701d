/**
 * What every WebSocket transport has in common, whatever library moves its frames: a bounded queue towards the peer, a
 * bounded queue towards the listener, and the order in which a connection ends.
 */
@NullMarked
package io.acp4j.transport.ws.internal;

import org.jspecify.annotations.NullMarked;
