/**
 * HTTP as the kit speaks it by itself: any request, whatever the response, and streams of events.
 *
 * <p><b>The rule.</b> Plain sockets and no HTTP library, since a library neither sends what is wrong nor shows what was
 * sent; only for HTTP/2, of which nothing but its agreement with HTTP/1.1 is judged, the JDK's client where the two sides agree on that
 * version, and Netty's compression of headers where the kit begins with it. What a response means for a requirement is decided elsewhere.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.http.HttpCall} is a request, {@link
 * io.acp4j.tck.internal.http.HttpExchange} sends it; {@link io.acp4j.tck.internal.http.EventStream} reads events, {@link
 * io.acp4j.tck.internal.http.ClientTraffic} is what a client sends.
 */
@NullMarked
package io.acp4j.tck.internal.http;

import org.jspecify.annotations.NullMarked;
