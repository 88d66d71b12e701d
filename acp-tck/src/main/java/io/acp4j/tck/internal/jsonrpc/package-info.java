/**
 * What holds for both sides: JSON-RPC, the transports, and what nobody should send.
 *
 * <p><b>The rule.</b> What is judged here is the envelope and the bytes around it; what stands in parameters and results is
 * not read.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.jsonrpc.EnvelopeMonitor} judges messages, {@link
 * io.acp4j.tck.internal.jsonrpc.TransportMonitor} the bytes around them; {@link io.acp4j.tck.internal.jsonrpc.Malformed} is
 * what a peer has to survive.
 */
@NullMarked
package io.acp4j.tck.internal.jsonrpc;

import org.jspecify.annotations.NullMarked;
