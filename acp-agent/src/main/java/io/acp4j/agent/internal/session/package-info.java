/**
 * Connections of an agent, their sessions and turns: what is between the engine of {@code io.acp4j.rpc} and the handlers of
 * an author.
 *
 * <p><b>The rule.</b> Nothing here knows of a store. What records a session is a {@link
 * io.acp4j.agent.internal.session.SessionRecorder}, and whether a session exists that is not open is asked of {@link
 * io.acp4j.agent.internal.session.KnownSessions}; both are null for an agent that stores nothing.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.session.AgentServer} opens a connection; {@link
 * io.acp4j.agent.internal.session.Wiring} connects methods with what serves them: {@link
 * io.acp4j.agent.internal.session.SessionLifecycle} opens sessions, {@link io.acp4j.agent.internal.session.Turns} runs
 * prompts, {@link io.acp4j.agent.internal.session.SessionRequests} serves the rest. All updates of a session go through its
 * {@link io.acp4j.agent.internal.session.SessionOutput}, whose lock orders them.
 */
@NullMarked
package io.acp4j.agent.internal.session;

import org.jspecify.annotations.NullMarked;
