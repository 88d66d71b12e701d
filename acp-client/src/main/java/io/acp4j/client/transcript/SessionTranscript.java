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
     * Learns what changes in a conversation.
     *
     * <p>Called in the order of the changes and one at a time, on the thread that brought the change; for the transcript of a
     * client's session this is mostly a handler thread, and blocking it slows the agent down in that session. What it throws is
     * logged.
     */
    @FunctionalInterface
    interface ChangeListener {

        /**
         * Takes one change.
         *
         * @param change what has changed
         * @param after the conversation with this change and none that follow
         * @throws Exception to have a failure logged
         */
        void onChange(TranscriptChange change, Conversation after) throws Exception;
    }
}
