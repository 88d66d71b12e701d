/**
 * An agent on a streaming model of LangChain4j: what the model says and thinks is sent while it comes, its tools are tool calls of
 * the session, and its memory is the branch of the session.
 *
 * @see io.acp4j.langchain4j.LangChain4jPromptHandler
 */
@NullMarked
package io.acp4j.langchain4j;

import org.jspecify.annotations.NullMarked;
