package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the updates of one compaction together: it stands for the history before it only once it has succeeded. */
public final class CompactionDraft {

    private final CompactionId id;
    private final List<SessionUpdate> pieces = new ArrayList<>();

    private CompactionDraft(CompactionId id) {
        this.id = id;
    }

    /** Returns which compaction an update is about; null when it is about none. */
    static @Nullable CompactionId idOf(SessionUpdate update) {
        if (update instanceof CompactionUpdate change) {
            return change.compactionId();
        }
        return update instanceof CompactionSummaryChunk chunk ? chunk.compactionId() : null;
    }

    static CompactionDraft of(CompactionId id) {
        return new CompactionDraft(id);
    }

    boolean isOf(CompactionId other) {
        return id.equals(other);
    }

    void add(SessionUpdate update) {
        pieces.add(update);
    }

    /** Returns what is to be stored when the compaction has come to its end with its last update; null when it goes on. */
    HistoryEntry.@Nullable Draft ended() {
        if (!(pieces.get(pieces.size() - 1) instanceof CompactionUpdate last)
                || last.status().equals(CompactionStatus.IN_PROGRESS)) {
            return null;
        }
        return last.status().equals(CompactionStatus.COMPLETED)
                ? new HistoryEntry.Draft(NodeKind.COMPACTION, null, pieces)
                : unfinished();
    }

    /** Returns what is stored of a compaction that has come to nothing. */
    HistoryEntry.Draft unfinished() {
        return new HistoryEntry.Draft(NodeKind.OTHER, null, pieces);
    }
}
