/**
 * Conversations with an agent: the sessions, their display, and the turns.
 *
 * <p><b>The rule.</b> This package depends on the client and a screen, and not on the commands. It has a method for each command.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.session.Chat} contains the sessions, {@link
 * io.acp4j.cli.chat.session.ConversationView} shows one of them.
 */
@NullMarked
package io.acp4j.cli.chat.session;

import org.jspecify.annotations.NullMarked;
