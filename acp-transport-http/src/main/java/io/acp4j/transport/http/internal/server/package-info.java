/**
 * The server of Streamable HTTP: requests, event streams, and the connections that they make up. What is sent to the client is queued
 * for its stream before anything is known of a response that carries it; that response takes it from there. What receives requests and
 * sends responses is elsewhere.
 */
@NullMarked
package io.acp4j.transport.http.internal.server;

import org.jspecify.annotations.NullMarked;
