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
 */
public record Result(
        Requirement requirement,
        Outcome outcome,
        String expected,
        String observed,
        boolean blocks,
        List<String> scenarios) {}
