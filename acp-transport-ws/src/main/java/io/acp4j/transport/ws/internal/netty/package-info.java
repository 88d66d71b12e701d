/**
 * How bytes become messages and messages bytes on Netty's channels, and what a server counts.
 *
 * <p>Knows Netty and the queues of {@code io.acp4j.transport.ws.internal}, and nothing of the API: settings come as values.
 * {@code FrameReader} and {@code ChannelOutput} are the two ends of a pipeline; start there.
 */
@NullMarked
package io.acp4j.transport.ws.internal.netty;

import org.jspecify.annotations.NullMarked;
