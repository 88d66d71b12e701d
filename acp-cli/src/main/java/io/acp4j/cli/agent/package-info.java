/**
 * Selection of the agent that a command connects to: by a program, an address, or a name in a configuration file.
 *
 * <p><b>The rule.</b> Values of variables and tokens appear in no message and no name.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.agent.AgentOptions} contains the options, {@link
 * io.acp4j.cli.agent.AgentCatalog} the configured agents.
 */
@NullMarked
package io.acp4j.cli.agent;

import org.jspecify.annotations.NullMarked;
