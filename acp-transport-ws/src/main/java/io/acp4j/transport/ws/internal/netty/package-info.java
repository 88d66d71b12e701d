/**
 * How bytes become messages and messages bytes on Netty's channels, and what a server counts.
 *
 * <p><b>The rule.</b> Knows Netty and the queues of {@code io.acp4j.transport.ws.internal}, and nothing of the API: settings
 * come as values.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.ws.internal.netty.FrameReader} and {@link
 * io.acp4j.transport.ws.internal.netty.ChannelOutput} are the two ends of a pipeline.
 */
@NullMarked
package io.acp4j.transport.ws.internal.netty;

import org.jspecify.annotations.NullMarked;
