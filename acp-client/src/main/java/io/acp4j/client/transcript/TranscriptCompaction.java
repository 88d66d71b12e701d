package io.acp4j.client.transcript;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compaction of the agent's context, in the flow of the conversation; immutable.
 *
 * @since 0.1.0
 */
public final class TranscriptCompaction implements TranscriptEntry {

    private final int position;
    private final int turn;
    private final CompactionId id;
    private final CompactionStatus status;
    private final Contents summary;
    private final @Nullable String error;

    private TranscriptCompaction(
            int position,
            int turn,
            CompactionId id,
            CompactionStatus status,
            Contents summary,
            @Nullable String error) {
        this.position = position;
        this.turn = turn;
        this.id = id;
        this.status = status;
        this.summary = summary;
        this.error = error;
    }

    static TranscriptCompaction begun(int position, int turn, CompactionId id) {
        return new TranscriptCompaction(position, turn, id, CompactionStatus.IN_PROGRESS, Contents.EMPTY, null);
    }

    TranscriptCompaction updatedBy(CompactionUpdate update, long limit) {
        Contents newSummary = summary;
        if (update.summary() instanceof Patch.Value<List<ContentBlock>> blocks) {
            newSummary = Contents.of(blocks.value()).within(limit);
        } else if (!update.summary().isUnchanged()) {
            newSummary = Contents.EMPTY;
        }
        return new TranscriptCompaction(
                position, turn, id, update.status(), newSummary, update.error().applyTo(error));
    }

    TranscriptCompaction plus(ContentBlock block, long limit) {
        return new TranscriptCompaction(
                position, turn, id, status, summary.plus(block).within(limit), error);
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public int turn() {
        return turn;
    }

    @Override
    public long size() {
        return Sizes.ENTRY + summary.size();
    }

    /**
     * Names the compaction.
     *
     * @return its id
     */
    public CompactionId id() {
        return id;
    }

    /**
     * Returns how far it is.
     *
     * @return its status
     */
    public CompactionStatus status() {
        return status;
    }

    /**
     * Returns what the agent keeps of the part that it compacted.
     *
     * @return the blocks in order; empty while there are none
     */
    public List<ContentBlock> summary() {
        return summary.blocks();
    }

    /**
     * Returns what went wrong.
     *
     * @return a text for people; null when nothing did
     */
    public @Nullable String error() {
        return error;
    }

    /** Describes the compaction without its summary. */
    @Override
    public String toString() {
        return "TranscriptCompaction[" + position + ", " + id + ", " + status + "]";
    }
}
