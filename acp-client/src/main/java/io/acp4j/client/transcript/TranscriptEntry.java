package io.acp4j.client.transcript;

/**
 * One thing in the flow of a conversation; immutable.
 *
 * @since 0.1.0
 */
public sealed interface TranscriptEntry
        permits TranscriptMessage,
                TranscriptToolCall,
                TranscriptNotice,
                TranscriptCompaction,
                TranscriptRefusedPrompt,
                TranscriptGap {

    /**
     * Returns the place of the entry in the conversation. It stays the same when the entry changes and when older ones are
     * dropped, until the conversation is replaced.
     *
     * @return the number of entries that began before it
     */
    int position();

    /**
     * Returns in which turn the entry began.
     *
     * @return the number of the turn, 0 before the first one
     */
    int turn();

    /**
     * Estimates how much memory the entry takes.
     *
     * @return the length of its long parts, in characters
     */
    long size();
}
