/**
 * The open sessions of a connection, and what runs in them: turns, background work, tool calls and terminals.
 *
 * <p><b>The rule.</b> Nothing here knows of a method, a connection or a store. What records a session is a {@link
 * io.acp4j.agent.internal.session.SessionRecorder}, and whether a session exists that is not open is asked of {@link
 * io.acp4j.agent.internal.session.KnownSessions}; both are null for an agent that stores nothing.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.session.Sessions} holds the sessions, {@link
 * io.acp4j.agent.internal.session.Foreground} the prompts of one. All updates of a session go through its {@link
 * io.acp4j.agent.internal.session.SessionOutput}, whose lock orders them.
 */
@NullMarked
package io.acp4j.agent.internal.session;

import org.jspecify.annotations.NullMarked;
