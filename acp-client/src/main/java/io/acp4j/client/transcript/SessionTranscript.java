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
    Registration onChange(ChangeListener listener);

    /**
     * Listener for the changes of a conversation.
     *
     * <p>Called for one change at a time, in order, on the thread that applies the change. For a session of a client this is usually a
     * handler thread. Blocking that thread delays the updates of the session. Exceptions are logged.
     */
    @FunctionalInterface
    interface ChangeListener {

        /**
         * Called after a change.
         *
         * @param change the change
         * @param after the conversation directly after the change
         * @throws Exception if the listener fails; the failure is logged
         */
        void onChange(TranscriptChange change, Conversation after) throws Exception;
    }
}
