package io.acp4j.tck.internal.report;

import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The outcome of a named scenario in one line.
 *
 * @param scenario the scenario
 * @param outcome the outcome of its requirements together
 * @param text the numbers of a scenario that passed, the failure, or the reason why it was not tested
 */
public record ScenarioLine(ForkScenario scenario, Outcome outcome, String text) {

    private static final int MOST = 300;

    /** Returns the outcome of a scenario in a run. */
    public static ScenarioLine of(Report report, ForkScenario scenario) {
        List<Result> results = report.results().stream()
                .filter(result ->
                        scenario.requirements().contains(result.requirement().id()))
                .toList();
        List<Result> decisive = results.stream().filter(report::counts).toList();
        List<Result> failed = decisive.stream().filter(report::fails).toList();
        if (!failed.isEmpty()) {
            return new ScenarioLine(scenario, Outcome.FAIL, failure(failed.get(0)));
        }
        List<Result> open = with(decisive, Outcome.NOT_TESTED);
        List<Result> passed = with(decisive, Outcome.PASS);
        if (open.stream().anyMatch(Result::blocks) || (passed.isEmpty() && !open.isEmpty())) {
            Result first = open.stream().filter(Result::blocks).findFirst().orElse(open.get(0));
            return new ScenarioLine(scenario, Outcome.NOT_TESTED, brief(Profile.cause(first.observed())));
        }
        if (passed.isEmpty() && with(decisive, Outcome.FAIL).isEmpty()) {
            String reason = decisive.isEmpty()
                    ? "no requirement decides it"
                    : decisive.get(0).observed();
            return new ScenarioLine(scenario, Outcome.SKIPPED, brief(reason));
        }
        String expected = with(decisive, Outcome.FAIL).stream()
                .map(result -> "; " + result.requirement().id() + " fails, as expected")
                .collect(Collectors.joining());
        String missed = with(results, Outcome.FAIL).stream()
                .filter(result -> result.requirement().level() == Level.SHOULD && !decisive.contains(result))
                .map(result -> "; the recommendation " + result.requirement().id() + " was not met")
                .collect(Collectors.joining());
        return new ScenarioLine(
                scenario,
                Outcome.PASS,
                passed.size() + " of " + (passed.size() + open.size()) + " requirements were observed" + expected
                        + missed);
    }

    private static List<Result> with(List<Result> results, Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).toList();
    }

    private static String failure(Result result) {
        return brief(result.requirement().id() + " expected " + result.expected() + ", observed " + result.observed());
    }

    private static String brief(String text) {
        String line = VisibleText.line(text);
        return line.length() <= MOST ? line : line.substring(0, MOST) + "…";
    }

    /** Returns the verdict to which the outcome leads. */
    Verdict verdict() {
        return switch (outcome) {
            case PASS -> Verdict.PASS;
            case FAIL -> Verdict.FAIL;
            case NOT_TESTED -> Verdict.INCOMPLETE;
            case SKIPPED -> Verdict.PARTIAL;
        };
    }

    /** Prints a line for each scenario and returns the verdict of all together. */
    public static Verdict print(Report report, Collection<ForkScenario> scenarios, PrintWriter out) {
        Verdict worst = Verdict.PASS;
        for (ForkScenario scenario : scenarios) {
            ScenarioLine line = of(report, scenario);
            String outcome = line.outcome.name().replace('_', ' ');
            out.printf(Locale.ROOT, "%-10s %s: %s%n", outcome, scenario.label(), line.text);
            worst = worst.orWorse(line.verdict());
        }
        if (!report.stale().isEmpty()) {
            out.println("Expected failures that passed (remove them from the list): " + report.stale());
            worst = worst.orWorse(Verdict.FAIL);
        }
        if (report.scope().isInterrupted()) {
            out.println("Not all scenarios ended: " + report.scope().partial());
            worst = worst.orWorse(Verdict.PARTIAL);
        }
        return worst;
    }
}
