/**
 * The server: sockets, checks of requests, authentication and handshakes.
 *
 * <p><b>The rule.</b> Nothing here names the transports of the API; what is opened is given to the acceptor of {@link
 * io.acp4j.transport.ws.internal.server.ServerSettings}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.server.NettyServer} listens; {@link
 * io.acp4j.transport.ws.internal.server.ServerInitializer} sets up what listens to a new socket.
 */
@NullMarked
package io.acp4j.transport.ws.internal.server;

import org.jspecify.annotations.NullMarked;
