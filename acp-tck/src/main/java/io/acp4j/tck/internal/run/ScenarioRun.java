package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Finding;
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
 */
public record ScenarioRun(
        Scenario scenario, long millis, List<Finding> findings, List<Recording> recordings, String inCompany) {

    public boolean failed() {
        return findings.stream().anyMatch(finding -> finding.outcome() == io.acp4j.tck.internal.probe.Outcome.FAIL);
    }
}
