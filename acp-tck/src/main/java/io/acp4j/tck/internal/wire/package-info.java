/**
 * Bytes from and to the subject, kept as they are, and what is to be read from each message without trusting it.
 *
 * <p><b>The rule.</b> Nothing that a subject sends is lost or changed before it is judged, and none of it can hold the kit:
 * reading and writing have threads of their own, memory has a limit.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.wire.Connector} opens a {@link io.acp4j.tck.internal.wire.Wire};
 * {@link io.acp4j.tck.internal.wire.Entry} is one line of its transcript, {@link io.acp4j.tck.internal.wire.Reading} is what
 * its bytes read as.
 */
@NullMarked
package io.acp4j.tck.internal.wire;

import org.jspecify.annotations.NullMarked;
