package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.util.List;
import java.util.function.ToIntFunction;

/** Detects lost rows of segments and nodes. SQLite reads a page of zeros as a page without rows. */
final class SegmentIntegrity {

    private final Statements statements;

    SegmentIntegrity(Statements statements) {
        this.statements = statements;
    }

    /** Checks that a segment without a row was removed, not lost. */
    void requireRemoved(long segment) {
        Integer left = statements
                .query("SELECT 1 FROM acp_message WHERE place >= ? AND place < ? LIMIT 1")
                .bind(Places.at(segment, 0))
                .bind(Places.end(segment))
                .first(row -> row.getInt(1));
        if (left != null) {
            throw segmentMissing();
        }
    }

    SessionStoreException segmentMissing() {
        return statements.damaged("a segment is missing", null);
    }

    /** Checks that no row is missing between the rows read from a segment, or after them, and returns the rows. */
    <T> List<T> complete(List<T> rows, long segment, int from, int to, ToIntFunction<T> index) {
        for (int i = 0; i < rows.size(); i++) {
            if (index.applyAsInt(rows.get(i)) != from + i) {
                throw nodeMissing();
            }
        }
        if (rows.size() < to - (long) from
                && from + rows.size() < Math.min(to, kept(segment))
                && isLacking(segment, from, to)) {
            throw nodeMissing();
        }
        return rows;
    }

    /** Returns the number of nodes that a segment must have. */
    private int kept(long segment) {
        Integer kept = statements
                .query("SELECT coalesce(cut_at, length) FROM acp_segment WHERE id = ?")
                .bind(segment)
                .first(row -> row.getInt(1));
        return kept == null ? 0 : kept;
    }

    /**
     * Reads both numbers again, in one statement. Other transactions may have added nodes to the segment, or have cut it, between two
     * statements.
     */
    private boolean isLacking(long segment, int from, int to) {
        Boolean lacking = statements
                .query(
                        "SELECT coalesce(cut_at, length),"
                                + " (SELECT count(*) FROM acp_message WHERE place >= ? AND place < ?) FROM acp_segment WHERE id = ?")
                .bind(Places.at(segment, from))
                .bind(Places.at(segment, to))
                .bind(segment)
                .first(row -> from + row.getLong(2) < Math.min(to, row.getInt(1)));
        return lacking != null && lacking;
    }

    private SessionStoreException nodeMissing() {
        return statements.damaged("a node is missing in a segment", null);
    }
}
