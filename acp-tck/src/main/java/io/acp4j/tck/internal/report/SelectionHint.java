package io.acp4j.tck.internal.report;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains why a run of selected requirements tested nothing. */
public final class SelectionHint {

    private SelectionHint() {}

    /**
     * Returns the lines to print below the summary.
     *
     * @param report the run
     * @param settings its settings
     * @return the lines; none if the run has tested what was selected
     */
    public static List<String> of(Report report, Settings settings) {
        if (settings.only().isEmpty()) {
            return List.of();
        }
        List<Result> selected = report.results().stream()
                .filter(result -> settings.selects(result.requirement().id()))
                .toList();
        boolean isNothing = selected.stream().allMatch(result -> result.outcome() == Outcome.SKIPPED);
        return isNothing ? skipped(selected) : List.of();
    }

    /** Returns the reason that most of the skipped requirements have in common. */
    private static List<String> skipped(List<Result> selected) {
        Map<String, Long> reasons = selected.stream()
                .collect(Collectors.groupingBy(result -> Profile.cause(result.observed()), Collectors.counting()));
        Comparator<Map.Entry<String, Long>> byCount = Map.Entry.comparingByValue();
        return Stream.ofNullable(reasons.entrySet().stream().max(byCount).orElse(null))
                .map(most -> "Nothing was tested: " + most.getValue()
                        + (most.getValue() == 1 ? " requirement was" : " requirements were") + " skipped, "
                        + VisibleText.line(most.getKey()) + ".")
                .toList();
    }
}
