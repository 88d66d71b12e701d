// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
/**
 * Content blocks of prompts, messages and tool results.
 *
 * <p><b>The rule.</b> In prompts, text and links to resources may always be sent, the other kinds only to an agent that
 * has advertised them. A block of an unknown kind is kept as it came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.content.ContentBlock} lists the kinds; {@link
 * io.acp4j.schema.content.TextContent} is by far the most frequent one.
 */
@NullMarked
package io.acp4j.schema.content;

import org.jspecify.annotations.NullMarked;
