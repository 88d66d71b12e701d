/**
 * The assembly of transcripts from updates: what an update changes, which message an echo or a replay repeats, what is dropped at a limit.
 *
 * <p><b>The rule.</b> These classes have state, and one thread at a time uses them. They replace the immutable values of {@code
 * internal.conversation}, which do not know them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.transcript.Assembly} takes updates; {@link
 * io.acp4j.client.internal.transcript.Flow} is the conversation that it writes to.
 */
@NullMarked
package io.acp4j.client.internal.transcript;

import org.jspecify.annotations.NullMarked;
