/**
 * What is wrong with a conversation, as the conformance kit says it.
 *
 * <p>{@code ConversationCheck} of acp-tck runs the monitors of a suite over all messages so far. The message that broke a requirement is
 * the last one of the shortest beginning in which it is broken, found by bisection: so monitors need not know messages by name.
 */
@NullMarked
package io.acp4j.inspector.check;

import org.jspecify.annotations.NullMarked;
