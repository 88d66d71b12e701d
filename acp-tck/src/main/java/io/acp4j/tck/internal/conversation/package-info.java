/**
 * Judges conversations that others have had.
 *
 * <p><b>The rule.</b> The monitors of the suites are the only judges: no requirement is checked here in a way of its own.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.conversation.Judge} runs them for one side, and finds the message
 * that broke a requirement.
 */
@NullMarked
package io.acp4j.tck.internal.conversation;

import org.jspecify.annotations.NullMarked;
