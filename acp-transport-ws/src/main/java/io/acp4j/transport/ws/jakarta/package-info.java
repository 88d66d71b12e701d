/**
 * ACP over the WebSockets of a Jakarta container (Jakarta WebSocket 2.x), for programs that have one.
 *
 * <p><b>The rule.</b> Limits, close codes and reasons are those of {@link io.acp4j.transport.ws}, as far as the container
 * lets them be kept; listening, TLS, authentication and the number of connections are up to the container.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.jakarta.JakartaEndpoint} serves an agent, {@link
 * io.acp4j.transport.ws.jakarta.JakartaTransport} connects a client.
 *
 * <p>The container, or a dependency on {@code jakarta.websocket-api} beside an implementation, has to be brought along.
 */
@NullMarked
package io.acp4j.transport.ws.jakarta;

import org.jspecify.annotations.NullMarked;
