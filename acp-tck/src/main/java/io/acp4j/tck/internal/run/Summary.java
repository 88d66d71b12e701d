package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sums up what the scenarios found out about one requirement. */
final class Summary {

    private Summary() {}

    static Result of(Requirement requirement, List<ScenarioRun> runs, Optional<Profile.Gap> gap, Settings settings) {
        if (!settings.selects(requirement.id())) {
            return new Result(requirement, Outcome.SKIPPED, "", "left out of this run", List.of());
        }
        for (Outcome outcome : List.of(Outcome.FAIL, Outcome.PASS)) {
            Optional<Result> seen = seen(requirement, runs, outcome);
            if (seen.isPresent()) {
                return seen.get();
            }
        }
        if (gap.isPresent()) {
            Outcome outcome = gap.get().declared() ? Outcome.SKIPPED : Outcome.NOT_TESTED;
            return new Result(requirement, outcome, "", gap.get().reason(), List.of());
        }
        return seen(requirement, runs, Outcome.NOT_TESTED)
                .or(() -> seen(requirement, runs, Outcome.SKIPPED))
                .orElseGet(() -> new Result(
                        requirement, Outcome.NOT_TESTED, "", "the subject sent nothing that it is about", List.of()));
    }

    private static Optional<Result> seen(Requirement requirement, List<ScenarioRun> runs, Outcome outcome) {
        List<String> scenarios = new ArrayList<>();
        Finding first = null;
        for (ScenarioRun run : runs) {
            for (Finding finding : run.findings()) {
                if (finding.requirement().equals(requirement.id()) && finding.outcome() == outcome) {
                    first = first == null ? finding : first;
                    scenarios.add(run.scenario().name());
                }
            }
        }
        return first == null
                ? Optional.empty()
                : Optional.of(new Result(requirement, outcome, first.expected(), first.observed(), scenarios));
    }
}
