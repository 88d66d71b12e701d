/**
 * A client for the terminal that talks to any agent.
 *
 * <p><b>The rule.</b> An agent is never trusted with the terminal: what it says is shown without control characters, and
 * what it wants to do is asked for.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.ChatCommand} is the program, {@link
 * io.acp4j.cli.chat.Talk} takes line after line.
 */
@NullMarked
package io.acp4j.cli.chat;

import org.jspecify.annotations.NullMarked;
