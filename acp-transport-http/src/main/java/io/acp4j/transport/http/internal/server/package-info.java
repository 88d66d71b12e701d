/**
 * The server of Streamable HTTP: requests, event streams, and the connections that they make up.
 *
 * <p><b>The rule.</b> What is sent to the client is queued for its stream before anything is known of a response that
 * carries it; that response takes it from there. What receives requests and sends responses is elsewhere.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.internal.server.Connections} are all connections of a server,
 * {@link io.acp4j.transport.http.internal.server.HttpConnection} is one: many requests, and the one transport that the
 * engine sees. {@link io.acp4j.transport.http.internal.server.EventStream} is what goes to the client.
 *
 * <p>A stream may be opened late, cut and opened again, and a slow stream holds up only those who send to it. Routing needs
 * no parsing: a response goes where its request came from, which is noted when the request is posted, and a message with a
 * typed value names its session. Only parameters of an unknown shape are looked at after they have been written. A posted
 * message is scanned once before the engine reads it, as the status of the response must be known before any handler runs.
 *
 * <p>{@code HttpServer} is a {@code WsServer} that serves other requests as well, with one set of sockets, limits, TLS,
 * checks and authentication. Pipelined requests are not served, so each head can be checked for folded lines by itself.
 */
@NullMarked
package io.acp4j.transport.http.internal.server;

import org.jspecify.annotations.NullMarked;
