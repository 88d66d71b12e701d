/** The blocks that prompts, messages and tool results are made of. */
@NullMarked
package io.acp4j.schema.v1.content;

import org.jspecify.annotations.NullMarked;
