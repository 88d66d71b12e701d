/**
 * An agent on a streaming model of Spring AI. Text and thoughts of the model are sent as they arrive, its tools are tool
 * calls of the session, and its memory is the branch of the session.
 *
 * <p><b>The rule.</b> What the model sees is read from the session's branch anew in every turn, so it survives loading and
 * forking; nothing is remembered beside it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.springai.SpringAiPromptHandler} is the prompt handler.
 */
@NullMarked
package io.acp4j.springai;

import org.jspecify.annotations.NullMarked;
