/**
 * Makes one agent of what an author has set.
 *
 * <p><b>The rule.</b> The only place that knows every part of an agent; nothing runs here once the agent is built.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.assembly.AgentAssembly} puts the parts together, {@link
 * io.acp4j.agent.internal.assembly.KnownVersions} has the versions of the protocol that there are.
 */
@NullMarked
package io.acp4j.agent.internal.assembly;

import org.jspecify.annotations.NullMarked;
