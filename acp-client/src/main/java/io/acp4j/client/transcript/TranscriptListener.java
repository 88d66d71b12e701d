package io.acp4j.client.transcript;

/**
 * Learns what changes in a conversation.
 *
 * <p>Called in the order of the changes and one at a time, on the thread that brought the change; for the transcript of a
 * client's session this is mostly a handler thread, and blocking it slows the agent down in that session. What it throws is
 * logged.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TranscriptListener {

    /**
     * Takes one change.
     *
     * @param change what has changed
     * @param after the conversation with this change and none that follow
     * @throws Exception to have a failure logged
     */
    void onChange(TranscriptChange change, Conversation after) throws Exception;
}
