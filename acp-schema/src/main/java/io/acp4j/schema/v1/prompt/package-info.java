/** One turn of a conversation: the prompt that starts it, the response that ends it, and its cancellation. */
@NullMarked
package io.acp4j.schema.v1.prompt;

import org.jspecify.annotations.NullMarked;
