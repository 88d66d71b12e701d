/**
 * The client of Streamable HTTP, on the HTTP client of the JDK.
 *
 * <p><b>The rule.</b> Messages are posted one after the other, each when the one before has been taken; a request whose
 * response cannot come any more gets an error response, so no caller waits for ever.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.internal.client.ClientConnection} is the transport, {@link
 * io.acp4j.transport.http.internal.client.ClientStreams} are the streams that it reads, {@link
 * io.acp4j.transport.http.internal.client.PostQueue} is what it sends.
 */
@NullMarked
package io.acp4j.transport.http.internal.client;

import org.jspecify.annotations.NullMarked;
