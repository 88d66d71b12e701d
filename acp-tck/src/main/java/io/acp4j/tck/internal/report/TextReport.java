package io.acp4j.tck.internal.report;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The summary for a terminal. */
public final class TextReport {

    private static final int WIDTH = 160;

    private TextReport() {}

    /** Prints the summary. */
    public static void print(Report report, PrintWriter out) {
        out.println("Subject: " + report.subject());
        out.println();
        out.printf(Locale.ROOT, "%-10s %6s %6s %11s %8s%n", "area", "pass", "fail", "not tested", "skipped");
        Map<String, List<Result>> areas = report.results().stream()
                .collect(Collectors.groupingBy(
                        result -> result.requirement().area(), LinkedHashMap::new, Collectors.toList()));
        areas.forEach((area, results) -> row(out, area, results));
        row(out, "all", report.results());
        section(out, "Failed", report.results(), Outcome.FAIL, report);
        gaps(out, report);
        if (!report.stale().isEmpty()) {
            out.println();
            out.println("Expected failures that do not fail (take them off the list): " + report.stale());
        }
        out.println();
        out.printf(
                Locale.ROOT,
                "%s: %d passed, %d failed, %d not tested, %d skipped in %.1f s%n",
                report.verdict(),
                report.count(Outcome.PASS),
                report.count(Outcome.FAIL),
                report.count(Outcome.NOT_TESTED),
                report.count(Outcome.SKIPPED),
                report.millis() / 1000.0);
        out.flush();
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

    private static void section(PrintWriter out, String title, List<Result> results, Outcome outcome, Report report) {
        List<Result> chosen =
                results.stream().filter(result -> result.outcome() == outcome).toList();
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
        }
    }

    private static void gaps(PrintWriter out, Report report) {
        Map<String, List<String>> byReason = report.results().stream()
                .filter(result -> result.outcome() == Outcome.NOT_TESTED
                        && result.requirement().level() == Level.MUST)
                .collect(Collectors.groupingBy(
                        Result::observed,
                        LinkedHashMap::new,
                        Collectors.mapping(result -> result.requirement().id(), Collectors.toList())));
        if (byReason.isEmpty()) {
            return;
        }
        out.println();
        out.println("Not tested, though required:");
        byReason.forEach((reason, ids) -> out.println("  " + String.join(" ", ids) + ": " + brief(reason)));
    }

    private static String brief(String text) {
        String line = text.replace('\n', ' ');
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + "…";
    }
}
