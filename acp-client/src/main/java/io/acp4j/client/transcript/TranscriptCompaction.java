package io.acp4j.client.transcript;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.CompactionStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compaction of the agent's context, in the flow of the conversation; immutable.
 *
 * @since 0.1.0
 */
public non-sealed interface TranscriptCompaction extends TranscriptEntry {

    /**
     * Names the compaction.
     *
     * @return its id
     */
    CompactionId id();

    /**
     * Returns how far it is.
     *
     * @return its status
     */
    CompactionStatus status();

    /**
     * Returns what the agent keeps of the part that it compacted.
     *
     * @return the blocks in order; empty while there are none
     */
    List<ContentBlock> summary();

    /**
     * Returns what went wrong.
     *
     * @return a text for people; null when nothing did
     */
    @Nullable
    String error();
}
