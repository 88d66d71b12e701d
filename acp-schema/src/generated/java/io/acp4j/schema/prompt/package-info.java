// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
/**
 * One turn of a conversation: the prompt that starts it, the response that ends it, and its cancellation.
 *
 * <p><b>The rule.</b> What happens in between is reported as updates. In version 2 the response says only that the
 * prompt was inserted, and a state ends the work.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.prompt.PromptRequest} starts a turn; {@link
 * io.acp4j.schema.prompt.PromptResponse} ends it with a {@link io.acp4j.schema.prompt.StopReason}.
 */
@NullMarked
package io.acp4j.schema.prompt;

import org.jspecify.annotations.NullMarked;
