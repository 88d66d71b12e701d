/**
 * The remote transport of ACP over WebSockets: each text message is one JSON-RPC message.
 *
 * <p>{@link io.acp4j.transport.ws.WsServer} serves an agent to any number of clients;
 * {@link io.acp4j.transport.ws.WsTransport} connects a client. Both are built on Netty, of which nothing shows in the
 * signatures; its native epoll transport is used when its library is on the class path.
 */
@NullMarked
package io.acp4j.transport.ws;

import org.jspecify.annotations.NullMarked;
