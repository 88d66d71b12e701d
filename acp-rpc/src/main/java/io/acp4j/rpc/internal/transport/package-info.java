/**
 * What transports are built of, shared by those of this project: the bounded queue towards the peer, when a
 * sender writes itself, threads, and the validator of UTF-8. Start with {@code OutboundQueue}.
 *
 * <p>Knows the transport SPI and nothing of connections.
 */
@NullMarked
package io.acp4j.rpc.internal.transport;

import org.jspecify.annotations.NullMarked;
