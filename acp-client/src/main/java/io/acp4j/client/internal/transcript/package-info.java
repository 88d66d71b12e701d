/**
 * How transcripts are put together: what an update changes, which message an echo or a replay repeats, what is dropped at a
 * limit.
 *
 * <p><b>The rule.</b> Values are immutable and share what has not changed; only {@link
 * io.acp4j.client.internal.transcript.Assembly}, its echo and what it writes to have state, and one thread at a time uses them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.transcript.Assembly} takes updates; {@link
 * io.acp4j.client.internal.transcript.Flow} is the conversation that it writes to.
 */
@NullMarked
package io.acp4j.client.internal.transcript;

import org.jspecify.annotations.NullMarked;
