/**
 * What a person can ask of the console itself.
 *
 * <p><b>The rule.</b> One class for each command; each says its own usage, and does its work through the chat.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.command.Commands} reads lines, {@link
 * io.acp4j.cli.chat.command.Command} is what each command is, and {@link io.acp4j.cli.chat.command.Mode} is
 * a short one.
 */
@NullMarked
package io.acp4j.cli.chat.command;

import org.jspecify.annotations.NullMarked;
