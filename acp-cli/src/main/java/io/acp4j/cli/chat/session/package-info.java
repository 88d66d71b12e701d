/**
 * What is talked about with an agent: the sessions, what is shown of them, and the turns.
 *
 * <p><b>The rule.</b> Knows the client and a screen, and no commands: what a person asks for is a method here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.session.Chat} has the sessions, {@link
 * io.acp4j.cli.chat.session.ConversationView} shows one.
 */
@NullMarked
package io.acp4j.cli.chat.session;

import org.jspecify.annotations.NullMarked;
