/**
 * What requests and updates mean to an agent, before any session has them: what each version of the protocol decides, what a request
 * must not say, where a fork may end, and what the four ways to open a session have in common.
 *
 * <p><b>The rule.</b> Nothing here has state, and nothing knows of connections, sessions or a store. A version implements what stands
 * here; the rest of the agent asks for it by these names.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.protocol.ProtocolRules} is what a version decides, and {@link
 * io.acp4j.agent.internal.protocol.Versions} which of them a client gets. {@link
 * io.acp4j.agent.internal.protocol.RequestChecks} refuses requests.
 */
@NullMarked
package io.acp4j.agent.internal.protocol;

import org.jspecify.annotations.NullMarked;
