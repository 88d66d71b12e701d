package io.acp4j.tck.internal.report;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains why a run of selected requirements tested nothing or less than expected. */
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
        List<Requirement> excluded = selected.stream()
                .map(Result::requirement)
                .filter(requirement -> !report.scope().includes(requirement))
                .toList();
        boolean isNothing = selected.stream()
                .filter(result -> report.scope().includes(result.requirement()))
                .allMatch(result -> result.outcome() == Outcome.SKIPPED);
        if (excluded.isEmpty()) {
            return isNothing ? skipped(selected) : List.of();
        }
        return ofProfiles(excluded, settings.only(), isNothing);
    }

    private static List<String> ofProfiles(List<Requirement> excluded, Set<String> only, boolean isNothing) {
        Set<Source> sources = excluded.stream().map(Requirement::source).collect(Collectors.toCollection(TreeSet::new));
        Set<String> names = only.stream()
                .filter(name -> excluded.stream().anyMatch(each -> Settings.names(name, each.id())))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        String subject = isNothing
                ? String.join(", ", names)
                : excluded.size() == 1
                        ? "1 requirement of " + String.join(", ", names)
                        : excluded.size() + " requirements of " + String.join(", ", names);
        boolean isOne = isNothing ? names.size() == 1 : excluded.size() == 1;
        return List.of(
                (isNothing ? "Nothing was tested: " : "Not tested: ") + subject + (isOne ? " belongs" : " belong")
                        + " to the profile" + (sources.size() == 1 ? " " : "s ") + join(sources, " and ") + ".",
                "Add --profile " + join(sources, ",") + " to test " + (isOne ? "it." : "them."));
    }

    private static String join(Collection<Source> sources, String separator) {
        return sources.stream().map(Source::label).collect(Collectors.joining(separator));
    }

    /** Returns the reason that most of the skipped requirements have in common. */
    private static List<String> skipped(List<Result> selected) {
        Map<String, Long> reasons =
                selected.stream().collect(Collectors.groupingBy(Result::observed, Collectors.counting()));
        Comparator<Map.Entry<String, Long>> byCount = Map.Entry.comparingByValue();
        return Stream.ofNullable(reasons.entrySet().stream().max(byCount).orElse(null))
                .map(most -> "Nothing was tested: " + most.getValue()
                        + (most.getValue() == 1 ? " requirement was" : " requirements were") + " skipped, "
                        + VisibleText.line(most.getKey()) + ".")
                .toList();
    }
}
