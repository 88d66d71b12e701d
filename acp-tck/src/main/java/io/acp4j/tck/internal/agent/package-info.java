/**
 * What is tested of agents: scenarios that do something with one, and monitors that judge everything that it sends.
 *
 * <p><b>The rule.</b> One class for each area of the protocol. A scenario names the requirements that it is about and knows
 * the subject by its messages alone; what holds for every message is a monitor's, not a scenario's.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.agent.AgentSuite} lists scenarios and monitors; {@link
 * io.acp4j.tck.internal.agent.AuthScenarios} is a short example.
 */
@NullMarked
package io.acp4j.tck.internal.agent;

import org.jspecify.annotations.NullMarked;
