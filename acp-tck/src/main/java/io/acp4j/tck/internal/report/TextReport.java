package io.acp4j.tck.internal.report;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The summary for a terminal. */
public final class TextReport {

    private static final int WIDTH = 160;

    /** Ids that are listed one by one; of more, the areas are. */
    private static final int MOST_IDS = 10;

    private static final int MOST_SCENARIOS = 3;

    private static final String VOCABULARY =
            "https://github.com/acp4j/acp4j/blob/main/docs/tck.md#the-prompt-vocabulary";

    private TextReport() {}

    /** Prints the summary. */
    public static void print(Report report, PrintWriter out) {
        out.println("Subject: " + VisibleText.line(report.subject()));
        Profile met = report.profile();
        out.println("Protocol: version " + met.protocol() + ", schema of " + JsonReport.SCHEMA);
        String trouble = met.firstTrouble();
        if (trouble != null) {
            out.println("Trouble: " + brief(trouble));
        }
        Pace pace = met.pace();
        if (!pace.turn().isZero()) {
            out.printf(
                    Locale.ROOT,
                    "Pace: a response took %.1f s, a turn %.1f s; it may be silent four times as long, or --timeout%n",
                    pace.response().toMillis() / 1000.0,
                    pace.turn().toMillis() / 1000.0);
        }
        out.println();
        out.printf(Locale.ROOT, "%-10s %6s %6s %11s %8s%n", "area", "pass", "fail", "not tested", "skipped");
        List<Result> tested = report.tested().toList();
        Map<String, List<Result>> areas = tested.stream()
                .collect(Collectors.groupingBy(
                        result -> result.requirement().area(), LinkedHashMap::new, Collectors.toList()));
        areas.forEach((area, results) -> row(out, area, results));
        row(out, "all", tested);
        // What decides stands last, where a terminal shows it.
        gaps(out, report);
        failures(out, report, false);
        failures(out, report, true);
        if (!report.stale().isEmpty()) {
            out.println();
            out.println("Expected failures that passed (remove them from the list): " + report.stale());
        }
        out.println();
        out.printf(
                Locale.ROOT,
                "%s: %d passed, %d failed, %d not tested, %d skipped in %.1f s%s%n",
                report.verdict(),
                report.count(Outcome.PASS),
                report.count(Outcome.FAIL),
                report.count(Outcome.NOT_TESTED),
                report.count(Outcome.SKIPPED),
                report.millis() / 1000.0,
                VerdictLine.recommendations(report));
        List<String> kinds = failureKinds(report);
        if (!kinds.isEmpty()) {
            out.println("The failures: " + String.join("; ", kinds) + ".");
        }
        judged(out, report);
        for (Source source : report.sources()) {
            out.printf(
                    Locale.ROOT,
                    "%-5s %s: observed %d of %d requirements (%s) that apply%n",
                    source.label(),
                    report.verdict(source),
                    report.observed(source),
                    report.applicable(source),
                    report.strict() ? "MUST and SHOULD" : "MUST");
        }
        out.println(
                report.strict()
                        ? "MUST and SHOULD decide the verdict (--strict), as far as the kit could observe them."
                        : "Only MUST decides the verdict, as far as the kit could observe it.");
        if (report.verdict() == Verdict.FAIL) {
            out.println("A finding is a difference from the text of the protocol; it does not mean that the "
                    + report.side() + " is unusable. Popular implementations have findings too, because their usual"
                    + " peers tolerate such differences.");
        }
        if (!report.scope().partial().isEmpty()) {
            out.println("Partial: " + report.scope().partial());
        }
        out.flush();
    }

    /** Returns the kinds of failures, each with its number and its effect on the verdict. */
    private static List<String> failureKinds(Report report) {
        List<Result> failed = report.tested()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .toList();
        List<String> kinds = new ArrayList<>();
        long decisive = failed.stream().filter(report::fails).count();
        addKind(kinds, decisive, "requirement", report.strict() ? " (MUST, SHOULD)" : " (MUST)", "decides", "decide");
        long expected = failed.stream()
                .filter(result -> report.counts(result) && !report.fails(result))
                .count();
        addKind(kinds, expected, "expected failure", "", "does not count", "do not count");
        long recommended =
                failed.stream().filter(result -> !report.counts(result)).count();
        String levels = report.strict() ? " (MAY)" : " (SHOULD, MAY)";
        addKind(kinds, recommended, "recommendation", levels, "does not count", "do not count");
        return kinds;
    }

    private static void addKind(
            List<String> kinds, long count, String noun, String details, String singular, String plural) {
        if (count > 0) {
            kinds.add(count + " " + noun + (count == 1 ? "" : "s") + details + ", which "
                    + (count == 1 ? singular : plural));
        }
    }

    /** Prints the proposals that the verdict includes, each with the reason. */
    private static void judged(PrintWriter out, Report report) {
        report.proposals().stream()
                .filter(each -> report.scope().proposals().containsKey(each.proposal()))
                .forEach(each -> out.println(
                        "The verdict includes the proposal " + each.proposal().label() + ": " + each.reason() + "."));
    }

    private static void row(PrintWriter out, String area, List<Result> results) {
        out.printf(
                Locale.ROOT,
                "%-10s %6d %6d %11d %8d%n",
                area,
                count(results, Outcome.PASS),
                count(results, Outcome.FAIL),
                count(results, Outcome.NOT_TESTED),
                count(results, Outcome.SKIPPED));
    }

    private static long count(List<Result> results, Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    private static void failures(PrintWriter out, Report report, boolean counting) {
        for (Source source : report.sources()) {
            String profile = source == Source.ACP ? "" : " (" + source.label() + ")";
            section(
                    out,
                    "Failed" + profile + (counting ? "" : ", which does not count"),
                    report.tested()
                            .filter(result -> result.requirement().source() == source
                                    && result.outcome() == Outcome.FAIL
                                    && report.counts(result) == counting)
                            .toList(),
                    report);
        }
    }

    private static void section(PrintWriter out, String title, List<Result> chosen, Report report) {
        if (chosen.isEmpty()) {
            return;
        }
        out.println();
        out.println(title + ":");
        for (Result result : chosen) {
            String note =
                    report.expectedFailures().contains(result.requirement().id())
                            ? " (expected)"
                            : report.counts(result) ? "" : " (does not count)";
            out.println("  " + result.requirement().id() + " ["
                    + result.requirement().level() + "]" + note + " "
                    + result.requirement().text());
            out.println("      expected: " + brief(result.expected()));
            out.println("      observed: " + brief(result.observed()));
            out.println("      scenario: "
                    + result.scenarios().stream().limit(MOST_SCENARIOS).collect(Collectors.joining(", ")));
        }
    }

    private static void gaps(PrintWriter out, Report report) {
        Map<String, List<Requirement>> byReason = report.tested()
                .filter(result -> result.outcome() == Outcome.NOT_TESTED
                        && result.requirement().level() == Level.MUST)
                .collect(Collectors.groupingBy(
                        result -> Profile.cause(result.observed()),
                        LinkedHashMap::new,
                        Collectors.mapping(Result::requirement, Collectors.toList())));
        if (byReason.isEmpty()) {
            return;
        }
        out.println();
        out.println("Not tested, though required:");
        byReason.forEach((reason, missing) -> out.println("  " + names(missing) + ": " + brief(reason)));
        if (report.profile().isUndriven() && report.side().equals("agent")) {
            out.println("To have more of it observed, teach the agent the prompt vocabulary: " + VOCABULARY);
        }
    }

    /** Returns the ids of requirements; of many, their areas and how many there are of each. */
    private static String names(List<Requirement> requirements) {
        if (requirements.size() <= MOST_IDS) {
            return requirements.stream().map(Requirement::id).collect(Collectors.joining(" "));
        }
        Map<String, Long> areas = requirements.stream()
                .collect(Collectors.groupingBy(Requirement::area, LinkedHashMap::new, Collectors.counting()));
        return areas.entrySet().stream()
                .map(area -> area.getKey() + " (" + area.getValue() + ")")
                .collect(Collectors.joining(" ", requirements.size() + " requirements: ", ""));
    }

    private static String brief(String text) {
        String line = VisibleText.line(text);
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + "…";
    }
}
