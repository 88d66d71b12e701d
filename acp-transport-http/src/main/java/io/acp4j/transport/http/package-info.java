/**
 * The remote transport of ACP over Streamable HTTP. Messages to the agent are posted, and messages to the client are events
 * on one stream for the connection and one for each session.
 *
 * <p><b>The rule.</b> Nothing is dropped for want of room. Who sends waits, and a client that does not read is told why its
 * connection ends.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.HttpServer} serves an agent to any number of clients, on one port
 * and path with WebSockets; {@link io.acp4j.transport.http.HttpTransport} connects a client, and {@link
 * io.acp4j.transport.http.AcpEndpoint} does by an address of either kind.
 */
@NullMarked
package io.acp4j.transport.http;

import org.jspecify.annotations.NullMarked;
