/**
 * The remote transport of ACP over WebSockets: each text message is one JSON-RPC message.
 *
 * <p><b>The rule.</b> Nobody gets far without a limit. Frames, messages, handshakes, connections and what waits for a slow
 * reader are all bounded by {@link io.acp4j.transport.ws.WsLimits} and the builders.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.WsServer} serves an agent to any number of clients; {@link
 * io.acp4j.transport.ws.WsTransport} connects a client.
 *
 * <p>Both are built on Netty, of which nothing shows in the signatures. Its native epoll transport is used when its library
 * is on the class path, which must be of the same version as the rest of Netty.
 */
@NullMarked
package io.acp4j.transport.ws;

import org.jspecify.annotations.NullMarked;
