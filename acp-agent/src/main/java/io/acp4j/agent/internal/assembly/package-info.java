/**
 * Makes one agent of what an author has set: the only place that knows every part of it.
 *
 * <p><b>The rule.</b> Nothing runs here once an agent is built. Start with {@link io.acp4j.agent.internal.assembly.AgentAssembly}.
 */
@NullMarked
package io.acp4j.agent.internal.assembly;

import org.jspecify.annotations.NullMarked;
