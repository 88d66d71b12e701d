/**
 * The assembly of transcripts from updates: applying updates, detecting repeated messages of echoes and replays, and enforcing limits.
 *
 * <p><b>The rule.</b> These classes have state, and are used by one thread at a time. They replace the immutable values of {@code
 * internal.conversation}, which do not depend on them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.transcript.Assembly} takes updates; {@link
 * io.acp4j.client.internal.transcript.Flow} is the conversation that it writes to.
 */
@NullMarked
package io.acp4j.client.internal.transcript;

import org.jspecify.annotations.NullMarked;
