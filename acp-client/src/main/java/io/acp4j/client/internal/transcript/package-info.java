/**
 * How transcripts are put together: what an update changes, which message an echo or a replay repeats, what is dropped at a limit.
 *
 * <p>Rule: values are immutable and share what has not changed; only {@code Assembly}, its {@code PromptEcho} and {@code Flow} have
 * state, and one thread at a time uses them. Begin with {@code Assembly}; {@code Flow} is the conversation that it writes to.
 */
@NullMarked
package io.acp4j.client.internal.transcript;

import org.jspecify.annotations.NullMarked;
