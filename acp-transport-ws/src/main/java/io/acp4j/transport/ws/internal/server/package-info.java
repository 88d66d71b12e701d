/**
 * The server: sockets, checks of requests, authentication and handshakes.
 *
 * <p>Rule: nothing here names the transports of the API; what is opened is given to the acceptor of {@code ServerSettings}. Begin with
 * {@code NettyServer}, then {@code ServerInitializer}.
 */
@NullMarked
package io.acp4j.transport.ws.internal.server;

import org.jspecify.annotations.NullMarked;
