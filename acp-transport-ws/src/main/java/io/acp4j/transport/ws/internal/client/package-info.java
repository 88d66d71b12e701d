/**
 * The client: proxies, TLS and the handshake of one connection.
 *
 * <p>Rule: nothing here names the transports of the API; the caller says what is made of an open WebSocket. Begin with
 * {@code ClientConnector}.
 */
@NullMarked
package io.acp4j.transport.ws.internal.client;

import org.jspecify.annotations.NullMarked;
