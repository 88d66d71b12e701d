/**
 * A demo of stored sessions: a conversation that survives a crash of its agent and is forked at a message.
 *
 * <p><b>The rule.</b> The agent is a separate process, so only stored data survives its end.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.demo.Demo} runs all steps in order, {@link
 * io.acp4j.cli.demo.ForkView} draws the two branches.
 */
@NullMarked
package io.acp4j.cli.demo;

import org.jspecify.annotations.NullMarked;
