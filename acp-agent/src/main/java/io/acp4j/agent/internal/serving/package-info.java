/**
 * What serves each method on one connection: opening a session, running a prompt, changing and closing what is open.
 *
 * <p><b>The rule.</b> Each request finds its session here and is checked here; what happens in the session is up to the session.
 * Nothing here knows of a store or of what one version alone has: handlers of stored sessions stand where the author's would, and a
 * version adds its own through {@link io.acp4j.agent.internal.serving.VersionHandlers}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.serving.AgentServer} opens a connection; {@link
 * io.acp4j.agent.internal.serving.Wiring} connects methods with what serves them: {@link
 * io.acp4j.agent.internal.serving.SessionLifecycle} opens sessions, {@link io.acp4j.agent.internal.serving.Turns} runs
 * prompts, {@link io.acp4j.agent.internal.serving.SessionRequests} serves the rest.
 */
@NullMarked
package io.acp4j.agent.internal.serving;

import org.jspecify.annotations.NullMarked;
