/**
 * The main job in one program: a conversation that survives its agent's death, and is forked at a message.
 *
 * <p><b>The rule.</b> The agent is a process of its own, so that what survives can only have been stored.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.demo.Demo} does it from the first line to the last, {@link
 * io.acp4j.cli.demo.ForkView} draws the two branches.
 */
@NullMarked
package io.acp4j.cli.demo;

import org.jspecify.annotations.NullMarked;
