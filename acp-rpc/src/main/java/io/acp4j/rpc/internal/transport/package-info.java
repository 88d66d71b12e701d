/**
 * What transports are built of, shared by those of this project: the bounded queue towards the peer, when a sender writes
 * itself, threads, and the validator of UTF-8.
 *
 * <p><b>The rule.</b> Knows the transport SPI and nothing of connections. Every queue and every wait to send is bounded.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.transport.OutboundQueue} is the way to the peer.
 *
 * <p><b>Who writes.</b> A sender that finds the transport idle writes to the stream itself; what queues up meanwhile is
 * written by a writer thread in one go. {@code WritePace} distinguishes the two. A sender writes to a pipe only what the
 * pipe surely takes at once: what the peer has not provably read (a response proves that its request was read), or what
 * Linux says lies in the pipe, must fit into 4 KiB. So a peer that reads nothing holds only the writer thread, every wait to
 * send is bounded, and closing releases every sender.
 */
@NullMarked
package io.acp4j.rpc.internal.transport;

import org.jspecify.annotations.NullMarked;
