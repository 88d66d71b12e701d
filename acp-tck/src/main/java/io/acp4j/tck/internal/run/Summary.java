package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Proposal;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums up what the scenarios found out about one requirement. */
final class Summary {

    private final Scope scope;
    private final Settings settings;
    private final Profile profile;
    private final List<ScenarioRun> runs;
    private final Map<String, List<Found>> found = new HashMap<>();

    /** What a run found out about a requirement. */
    private record Found(Finding finding, ScenarioRun run) {}

    Summary(Scope scope, Settings settings, Profile profile, List<ScenarioRun> runs) {
        this.scope = scope;
        this.settings = settings;
        this.profile = profile;
        this.runs = runs;
        for (ScenarioRun run : runs) {
            for (Finding finding : run.findings()) {
                found.computeIfAbsent(finding.requirement(), id -> new ArrayList<>())
                        .add(new Found(finding, run));
            }
        }
    }

    Result of(Requirement requirement, Optional<Profile.Gap> gap) {
        if (!scope.includes(requirement)) {
            return skipped(
                    requirement,
                    Proposal.of(requirement)
                            .map(proposal -> "the subject does not advertise the proposal " + proposal.label())
                            .orElse("it belongs to the profile "
                                    + requirement.source().label() + ", which is not selected"));
        }
        if (!settings.selects(requirement.id())) {
            return skipped(requirement, "it is not selected in this run");
        }
        if (requirement.id().equals(Suite.USED_CONNECTIONS)) {
            return UsedConnections.result(requirement, runs);
        }
        for (Outcome outcome : List.of(Outcome.FAIL, Outcome.PASS)) {
            Optional<Result> seen = seen(requirement, outcome);
            if (seen.isPresent()) {
                return seen.get();
            }
        }
        if (gap.isPresent()) {
            String reason = gap.get().reason();
            return switch (gap.get().kind()) {
                case DECLARED -> skipped(requirement, reason);
                case HIDDEN -> new Result(requirement, Outcome.NOT_TESTED, "", reason, false, List.of());
                case TROUBLE -> new Result(requirement, Outcome.NOT_TESTED, "", reason, true, List.of());
            };
        }
        return seen(requirement, Outcome.NOT_TESTED)
                .or(() -> seen(requirement, Outcome.SKIPPED))
                .orElseGet(() -> new Result(
                        requirement,
                        Outcome.NOT_TESTED,
                        "",
                        scope.isInterrupted() ? scope.partial() : "the subject sent nothing that it is about",
                        !profile.isUndriven(),
                        List.of()));
    }

    private static Result skipped(Requirement requirement, String reason) {
        return new Result(requirement, Outcome.SKIPPED, "", reason, false, List.of());
    }

    private Optional<Result> seen(Requirement requirement, Outcome outcome) {
        List<String> scenarios = new ArrayList<>();
        Finding first = null;
        boolean hidden = false;
        for (Found each : found.getOrDefault(requirement.id(), List.of())) {
            if (each.finding.outcome() == outcome) {
                first = first == null ? each.finding : first;
                hidden |= each.run.late() || each.finding.error();
                scenarios.add(each.run.scenario().name());
            }
        }
        boolean blocks = outcome == Outcome.NOT_TESTED && (hidden || !profile.isUndriven());
        return first == null
                ? Optional.empty()
                : Optional.of(new Result(requirement, outcome, first.expected(), first.observed(), blocks, scenarios));
    }
}
