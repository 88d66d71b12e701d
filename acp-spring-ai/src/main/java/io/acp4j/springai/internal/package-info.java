/**
 * The conversation of a turn in the types of Spring AI.
 *
 * <p><b>The rule.</b> Values are converted here and nothing is decided: turns and tool calls are the business of the loop that all adapters share.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.springai.internal.SpringAiConversation} has the messages and asks the model, {@link
 * io.acp4j.springai.internal.ResponseStream} is told what it says.
 */
@NullMarked
package io.acp4j.springai.internal;

import org.jspecify.annotations.NullMarked;
