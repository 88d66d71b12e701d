package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How much of what went over the connections a run keeps for its reports. Thread-safe. */
final class Evidence {

    /** Bytes of transcripts that a run keeps, about, and of a connection at least and at most. */
    private static final long ROOM = 8L * 1024 * 1024;

    private static final long LEAST = 16L * 1024;
    private static final long MOST = 256L * 1024;
    private static final int SHARES = 32;

    /** How many bytes are left for what has failed, and for the rest, so that much of the rest leaves room for what has failed. */
    private final AtomicLong ofFailures = new AtomicLong(ROOM);

    private final AtomicLong ofTheRest = new AtomicLong(ROOM);
    private volatile boolean keepsAll;

    /** Keeps that of scenarios, too, in which nothing failed. */
    void keepAll() {
        keepsAll = true;
    }

    /** Returns what a report may show of the connections: nothing of those on which nothing failed, unless all is wanted. */
    List<Recording> of(List<Finding> findings, List<Recording> recordings) {
        boolean hasFailed = findings.stream().anyMatch(finding -> finding.outcome() == Outcome.FAIL);
        return hasFailed || keepsAll
                ? recordings.stream()
                        .map(recording -> excerpt(recording, hasFailed ? ofFailures : ofTheRest))
                        .toList()
                : List.of();
    }

    /** Cuts a recording to a part of the room that is left, so that there is some for all. */
    private static Recording excerpt(Recording recording, AtomicLong room) {
        long share = Math.max(LEAST, Math.min(MOST, room.get() / SHARES));
        Recording excerpt = recording.excerpt(share);
        room.addAndGet(-excerpt.entries().stream()
                .mapToLong(entry -> entry.bytes().length)
                .sum());
        return excerpt;
    }
}
