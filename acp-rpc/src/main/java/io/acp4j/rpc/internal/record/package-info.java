/**
 * How recordings leave secrets out, and how they are played.
 *
 * <p><b>The rule.</b> Knows transports and nothing of connections. What may be a secret is left out rather than kept.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.record.Redactions} copies a message without its secrets; {@link
 * io.acp4j.rpc.internal.record.LiveFrames} is what a live peer has sent.
 */
@NullMarked
package io.acp4j.rpc.internal.record;

import org.jspecify.annotations.NullMarked;
