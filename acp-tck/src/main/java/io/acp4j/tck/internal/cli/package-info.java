/**
 * The command line of the kit.
 *
 * <p><b>The rule.</b> Commands read options, start a run and choose the exit code; what is found is the business of the
 * packages that they call.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.cli.Main} starts the program, {@link
 * io.acp4j.tck.internal.cli.AgentCommand} certifies an agent, {@link io.acp4j.tck.internal.cli.RunOptions} are the options
 * of every run.
 */
@NullMarked
package io.acp4j.tck.internal.cli;

import org.jspecify.annotations.NullMarked;
