/**
 * Conversations as immutable values: the entries, their content, and the details outside the flow of entries.
 *
 * <p><b>The rule.</b> A change returns a new value, which shares everything else with the earlier one. Nothing here depends on how updates
 * are processed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.conversation.DefaultConversation} contains the entries.
 */
@NullMarked
package io.acp4j.client.internal.conversation;

import org.jspecify.annotations.NullMarked;
