/**
 * The commands of the console client, which the user enters with a slash.
 *
 * <p><b>The rule.</b> Each command is a class that describes its usage and calls one operation of the chat.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.command.Commands} parses the lines, {@link io.acp4j.cli.chat.command.Command} is
 * the interface of the commands, and {@link io.acp4j.cli.chat.command.Mode} is a short one.
 */
@NullMarked
package io.acp4j.cli.chat.command;

import org.jspecify.annotations.NullMarked;
