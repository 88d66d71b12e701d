/**
 * The transcript of a session, fed with updates and with what updates do not contain.
 *
 * <p><b>The rule.</b> One class feeds the reducer of {@code internal.transcript}; applications only read it, as {@link
 * io.acp4j.client.transcript.SessionTranscript}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.feed.DefaultSessionTranscript} holds the lock and announces the changes. The
 * inspector feeds it with recorded conversations.
 */
@NullMarked
package io.acp4j.client.internal.feed;

import org.jspecify.annotations.NullMarked;
