/**
 * What version 1 of the protocol asks of a client: a turn is a request, modes have a method of their own, and a session is
 * loaded.
 *
 * <p><b>The rule.</b> Only what version 2 has otherwise stands here, behind the interfaces of {@code
 * io.acp4j.client.internal.protocol}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.v1.V1Protocol} names the methods, {@link
 * io.acp4j.client.internal.v1.SingleTurns} is the one turn that a session may have.
 */
@NullMarked
package io.acp4j.client.internal.v1;

import org.jspecify.annotations.NullMarked;
