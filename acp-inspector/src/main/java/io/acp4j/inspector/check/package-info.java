/**
 * What is wrong with a conversation, as the conformance kit sees it.
 *
 * <p><b>The rule.</b> The kit judges and nothing here does: {@code ConversationCheck} of acp-tck runs the monitors of a
 * suite over all messages so far. The message that broke a requirement is the last one of the shortest beginning in which it
 * is broken, found by bisection, so monitors need not know messages by name.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.check.RecordingCheck} judges a recording, {@link
 * io.acp4j.inspector.check.LiveFindings} what is still going on, {@link io.acp4j.inspector.check.KitRun} starts the kit
 * itself.
 */
@NullMarked
package io.acp4j.inspector.check;

import org.jspecify.annotations.NullMarked;
