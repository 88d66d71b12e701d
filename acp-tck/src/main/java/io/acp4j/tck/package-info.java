/**
 * Configuration of a run of the conformance kit: the subject and the settings.
 *
 * <p><b>The rule.</b> This is all of the kit that others compile against, besides its tests and the check of conversations;
 * it uses no other module's types, as those are what it certifies.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.Subject} is an agent, {@link io.acp4j.tck.ClientSubject} a client, {@link
 * io.acp4j.tck.Settings} how the run goes about it. Tests extend {@link io.acp4j.tck.junit.AgentConformanceTest}; everybody
 * else uses the command line of {@code acp-tck.jar}.
 */
@NullMarked
package io.acp4j.tck;

import org.jspecify.annotations.NullMarked;
