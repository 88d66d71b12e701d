/**
 * The server of Streamable HTTP on Netty's sockets: HTTP/1.1 and HTTP/2.
 *
 * <p><b>The rule.</b> Receives heads and bodies and sends responses; what they mean is decided in {@code
 * io.acp4j.transport.http.internal.server}. What is not said otherwise runs on the channel's event loop.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.internal.netty.HttpSockets} serves the sockets of a WebSocket
 * server, {@link io.acp4j.transport.http.internal.netty.RequestHandler} takes the requests of one.
 */
@NullMarked
package io.acp4j.transport.http.internal.netty;

import org.jspecify.annotations.NullMarked;
