/**
 * The client at work: the connection, the sessions, their turns, and the updates on their way to their listeners.
 *
 * <p><b>The rule.</b> Everything that arrives about a session comes in on that session's lane, through {@link
 * io.acp4j.client.internal.session.Sessions}, and is handed on from there in one order: state, transcript, listeners, turn.
 * No lock is held while code of the application runs.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.session.Connecting} wires what {@link
 * io.acp4j.client.AcpClientBuilder} has collected; then read {@link io.acp4j.client.internal.session.DefaultClientSession}.
 */
@NullMarked
package io.acp4j.client.internal.session;

import org.jspecify.annotations.NullMarked;
