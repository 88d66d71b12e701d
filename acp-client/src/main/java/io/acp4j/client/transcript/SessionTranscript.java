package io.acp4j.client.transcript;

import io.acp4j.rpc.Registration;

/**
 * The conversation of one session, put together from its updates and prompts. The client that the session belongs to keeps it up to date.
 *
 * <p>Safe for use by any number of threads. The time to apply an update depends on the size of the update, not of the conversation.
 * {@link #snapshot()} takes constant time.
 *
 * @see io.acp4j.client.ClientSession#transcript()
 * @since 0.1.0
 */
public interface SessionTranscript {

    /**
     * Returns the conversation as it is now.
     *
     * @return an immutable value
     */
    Conversation snapshot();

    /**
     * Adds a listener for the changes from now on.
     *
     * @param listener receives the changes
     * @return the registration; a change that is being handled when it is closed is still finished
     */
    Registration onChange(TranscriptListener listener);
}
