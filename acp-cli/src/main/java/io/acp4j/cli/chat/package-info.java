/**
 * A client for the terminal that connects to any agent.
 *
 * <p><b>The rule.</b> The agent never controls the terminal. Its text is shown without control characters, and the user confirms each
 * file that it writes and each command that it runs. Of terminal output, styles and movements within a line are rendered.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.ChatCommand} is the program, {@link io.acp4j.cli.chat.InputLoop} reads its input
 * line by line.
 */
@NullMarked
package io.acp4j.cli.chat;

import org.jspecify.annotations.NullMarked;
