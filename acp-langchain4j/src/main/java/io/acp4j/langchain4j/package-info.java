/**
 * An agent on a streaming model of LangChain4j. Text and thoughts of the model are sent as they arrive, its tools are tool
 * calls of the session, and its memory is the branch of the session.
 *
 * <p><b>The rule.</b> The model is the application's: nothing here chooses, configures or caches one, and no state is kept
 * between turns but what the session has.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.langchain4j.LangChain4jPromptHandler} is the prompt handler; {@link
 * io.acp4j.langchain4j.LangChain4jTool} is for tools that are not methods of a bean.
 */
@NullMarked
package io.acp4j.langchain4j;

import org.jspecify.annotations.NullMarked;
