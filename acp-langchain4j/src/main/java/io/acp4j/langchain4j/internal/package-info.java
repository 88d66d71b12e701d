/**
 * The conversation of a turn in the types of LangChain4j.
 *
 * <p><b>The rule.</b> Nothing here decides about turns or tool calls: that is the loop's, which all adapters have in common.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.langchain4j.internal.LangChain4jConversation} has the messages and asks the model, {@link
 * io.acp4j.langchain4j.internal.ResponseStream} is told what it says.
 */
@NullMarked
package io.acp4j.langchain4j.internal;

import org.jspecify.annotations.NullMarked;
