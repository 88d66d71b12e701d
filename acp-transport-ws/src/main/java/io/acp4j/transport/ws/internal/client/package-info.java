/**
 * The client: proxies, TLS and the handshake of one connection.
 *
 * <p><b>The rule.</b> Nothing here names the transports of the API; the caller says what is made of an open WebSocket.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.client.ClientConnector} opens the socket, {@link
 * io.acp4j.transport.ws.internal.client.ClientHandshake} asks for the WebSocket.
 */
@NullMarked
package io.acp4j.transport.ws.internal.client;

import org.jspecify.annotations.NullMarked;
