/** One turn of a conversation: the prompt that starts it, the response that ends it, and its cancellation. */
@NullMarked
package io.acp4j.schema.prompt;

import org.jspecify.annotations.NullMarked;
