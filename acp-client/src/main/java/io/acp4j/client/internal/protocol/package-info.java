/**
 * What the versions of the protocol make different for a client, as interfaces.
 *
 * <p><b>The rule.</b> What is the same in all versions uses these and names no version; only the negotiation picks an
 * implementation.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.protocol.ClientProtocol} is a version, {@link
 * io.acp4j.client.internal.protocol.SessionTurns} how turns begin and end in it.
 */
@NullMarked
package io.acp4j.client.internal.protocol;

import org.jspecify.annotations.NullMarked;
