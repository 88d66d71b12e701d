/** The blocks that prompts, messages and tool results are made of. */
@NullMarked
package io.acp4j.schema.content;

import org.jspecify.annotations.NullMarked;
