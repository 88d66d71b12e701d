/**
 * Conformance checks of conversations between other peers.
 *
 * <p><b>The rule.</b> Nothing is sent: what the kit looks for in every message of its own runs is looked for in messages
 * that others have exchanged.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.conversation.ConversationCheck} takes the messages, and returns each {@link
 * io.acp4j.tck.conversation.BrokenRequirement}.
 */
@NullMarked
package io.acp4j.tck.conversation;

import org.jspecify.annotations.NullMarked;
