/** Judges conversations that the kit has no part in: {@link io.acp4j.tck.conversation.ConversationCheck}. */
@NullMarked
package io.acp4j.tck.conversation;

import org.jspecify.annotations.NullMarked;
