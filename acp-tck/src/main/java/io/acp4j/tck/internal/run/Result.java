package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Outcome;
import java.util.List;

/**
 * What became of a requirement in the whole run.
 *
 * @param requirement the requirement
 * @param outcome the worst that was seen, or why nothing was
 * @param expected what should have been seen; empty unless it failed
 * @param observed what was seen, or the reason
 * @param blocks whether it was not tested for a reason that keeps the verdict open: something went wrong, or took too long
 * @param scenarios the scenarios that decided it: those that failed it, or else those that saw it
 * @param home the first scenario of the suite that tests it, independent of the outcome; empty if only monitors test it
 */
public record Result(
        Requirement requirement,
        Outcome outcome,
        String expected,
        String observed,
        boolean blocks,
        List<String> scenarios,
        String home) {

    /** Creates a result whose scenario in the suite is not known. */
    public Result(
            Requirement requirement,
            Outcome outcome,
            String expected,
            String observed,
            boolean blocks,
            List<String> scenarios) {
        this(requirement, outcome, expected, observed, blocks, scenarios, "");
    }

    /** Returns the same result with the first scenario of the suite that tests it. */
    Result at(String scenario) {
        return new Result(requirement, outcome, expected, observed, blocks, scenarios, scenario);
    }
}
