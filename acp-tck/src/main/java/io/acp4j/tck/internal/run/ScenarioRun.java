package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/**
 * One scenario as it went.
 *
 * @param scenario the scenario
 * @param millis how long it took
 * @param findings what it and the monitors found
 * @param recordings what went over its connections
 * @param inCompany what kept it from passing on a connection that others had used, so that it ran again on its own; empty
 *     otherwise
 * @param onlyWhenUsed what it found on that connection and not on its own; empty when there was no difference
 * @param onlyLateWhenUsed whether that may be the fault of a wait that ran out there
 * @param shared whether it ran on a connection that others had used
 * @param late whether some wait of it ran out
 * @param tooSoon whether it ended because the subject's work was over before it could be looked at
 * @param cut why not everything that went over its connections could be kept, so that it judged no more; empty when it could
 */
public record ScenarioRun(
        Scenario scenario,
        long millis,
        List<Finding> findings,
        List<Recording> recordings,
        String inCompany,
        String onlyWhenUsed,
        boolean onlyLateWhenUsed,
        boolean shared,
        boolean late,
        boolean tooSoon,
        String cut) {

    public boolean failed() {
        return findings.stream().anyMatch(finding -> finding.outcome() == Outcome.FAIL);
    }

    /** Returns the same run with what an earlier one, on a connection that others had used, found otherwise. */
    ScenarioRun comparedWith(ScenarioRun used) {
        if (late) {
            return this;
        }
        String difference = used.findings().stream()
                .filter(finding ->
                        finding.outcome() == Outcome.FAIL || (finding.outcome() == Outcome.NOT_TESTED && !used.tooSoon))
                .filter(finding -> findings.stream()
                        .anyMatch(fresh ->
                                fresh.requirement().equals(finding.requirement()) && fresh.outcome() == Outcome.PASS))
                .map(finding -> finding.requirement() + ": " + finding.observed())
                .findFirst()
                .orElse("");
        return with(difference, used.late());
    }

    /** Returns the same run with the difference that an earlier one has shown. */
    ScenarioRun withDifferenceOf(ScenarioRun earlier) {
        return with(earlier.onlyWhenUsed, earlier.onlyLateWhenUsed);
    }

    private ScenarioRun with(String difference, boolean onlyLate) {
        return new ScenarioRun(
                scenario, millis, findings, recordings, inCompany, difference, onlyLate, shared, late, tooSoon, cut);
    }
}
