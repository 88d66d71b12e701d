/**
 * What the draft of version 2 of the protocol asks of an agent on the wire: prompts that get their response when they stand in the
 * conversation, reports of what a session does, updates that replace and clear, and one way to resume.
 *
 * <p><b>The rule.</b> What an author writes, and what is stored, is of the vocabulary; here it becomes what the draft has instead.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.v2.V2Version} names all of it.
 */
@NullMarked
package io.acp4j.agent.internal.v2;

import org.jspecify.annotations.NullMarked;
