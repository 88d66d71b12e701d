/**
 * The client of a connection as the author of an agent sees it: its capabilities, its methods, its files and terminals.
 *
 * <p><b>The rule.</b> Nothing is sent that the client has not advertised, and nothing here knows of sessions beyond their
 * ids. Calls for a turn end when the turn is cancelled.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.client.DefaultClient} is the client of a connection, {@link
 * io.acp4j.agent.internal.client.DefaultSessionClient} the same client for one session.
 */
@NullMarked
package io.acp4j.agent.internal.client;

import org.jspecify.annotations.NullMarked;
