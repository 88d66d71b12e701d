// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
/**
 * Commands in terminals: those that a client runs for its agent, and in version 2 those of the agent that a client
 * shows.
 *
 * <p><b>The rule.</b> Output is bytes that may be cut anywhere, so text is made of it only where somebody asks for
 * text. Who made a terminal has to release it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.terminal.CreateTerminalRequest} starts a command, {@link
 * io.acp4j.schema.terminal.TerminalOutputRequest} asks for its output; {@link io.acp4j.schema.terminal.TerminalOutput}
 * is what an agent's own terminal has printed.
 */
@NullMarked
package io.acp4j.schema.terminal;

import org.jspecify.annotations.NullMarked;
