/**
 * The server of Streamable HTTP in a servlet container.
 *
 * <p><b>The rule.</b> Receives and sends by the container's asynchronous means, so no thread of the container waits; what
 * requests mean is decided in {@code io.acp4j.transport.http.internal.server}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.internal.servlet.Serving} takes the requests, {@link
 * io.acp4j.transport.http.internal.servlet.ServletEvents} is a response that carries events.
 */
@NullMarked
package io.acp4j.transport.http.internal.servlet;

import org.jspecify.annotations.NullMarked;
