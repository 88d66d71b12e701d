/**
 * An agent on a streaming model of Spring AI: what the model says and thinks is sent while it comes, its tools are tool calls of
 * the session, and its memory is the branch of the session.
 *
 * @see io.acp4j.springai.SpringAiPromptHandler
 */
@NullMarked
package io.acp4j.springai;

import org.jspecify.annotations.NullMarked;
