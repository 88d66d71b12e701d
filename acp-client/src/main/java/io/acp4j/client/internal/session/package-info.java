/**
 * The client at work: the connection, the sessions, their turns and the updates on their way to who watches them.
 *
 * <p>The rule: everything that arrives about a session comes in on that session's lane, through {@code Sessions.update}, and is handed
 * on from there in one order: state, transcript, listeners, turn. No lock is held while code of the application runs. Start reading at
 * {@link io.acp4j.client.internal.session.Connecting}, which wires what {@link io.acp4j.client.AcpClientBuilder} was told; then
 * {@code DefaultClientSession}.
 */
@NullMarked
package io.acp4j.client.internal.session;

import org.jspecify.annotations.NullMarked;
