package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compaction whose summary grows cheaply. */
public final class DefaultCompaction implements TranscriptEntry.Compaction {

    private final int position;
    private final int turn;
    private final CompactionId id;
    private final CompactionStatus status;
    private final Contents summary;
    private final @Nullable String error;

    private DefaultCompaction(
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

    public static DefaultCompaction begun(int position, int turn, CompactionId id) {
        return new DefaultCompaction(position, turn, id, CompactionStatus.IN_PROGRESS, Contents.EMPTY, null);
    }

    public DefaultCompaction updatedBy(CompactionUpdate update, long limit) {
        return new DefaultCompaction(
                position,
                turn,
                id,
                update.status(),
                summary.patched(update.summary(), limit),
                update.error().applyTo(error));
    }

    public DefaultCompaction plus(ContentBlock block, long limit) {
        return new DefaultCompaction(
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

    @Override
    public CompactionId id() {
        return id;
    }

    @Override
    public CompactionStatus status() {
        return status;
    }

    @Override
    public List<ContentBlock> summary() {
        return summary.blocks();
    }

    @Override
    public @Nullable String error() {
        return error;
    }

    /** Describes the compaction without its summary. */
    @Override
    public String toString() {
        return "Compaction[" + position + ", " + id + ", " + status + "]";
    }
}
