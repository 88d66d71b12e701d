package io.acp4j.tck.internal.report;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a verdict line that lists failed recommendations, which do not affect the verdict but may matter to a peer. */
final class VerdictLine {

    /** Number of recommendations that are listed by their IDs. */
    private static final int MOST_IDS = 5;

    private VerdictLine() {}

    /** Returns the verdict with the failed recommendations, such as {@code PASS; 1 recommendation failed: LOAD-013}. */
    static String of(Report report) {
        return report.verdict() + recommendations(report);
    }

    /** Returns the failed recommendations after a semicolon, or an empty text. */
    static String recommendations(Report report) {
        List<Result> failed = report.failedRecommendations();
        if (failed.isEmpty()) {
            return "";
        }
        String ids = failed.stream()
                .limit(MOST_IDS)
                .map(result -> name(result.requirement()))
                .collect(Collectors.joining(", "));
        int others = failed.size() - MOST_IDS;
        return "; " + failed.size() + " recommendation" + (failed.size() == 1 ? "" : "s") + " failed: " + ids
                + (others > 0 ? " and " + others + " more" : "");
    }

    private static String name(Requirement requirement) {
        return requirement.id() + (requirement.level() == Level.SHOULD ? "" : " (" + requirement.level() + ")");
    }
}
