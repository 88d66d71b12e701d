package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Outcome;
import java.util.List;

/** Sums up where a subject did something on a connection that others had used, and something else on a fresh one. */
final class UsedConnections {

    /** How many scenarios must have seen it: one alone may have been disturbed by what another left under way. */
    private static final int ENOUGH = 2;

    /** How many, when waits ran out in some of them: a busy machine can be slow more than once. */
    private static final int ENOUGH_LATE = 3;

    private static final String EXPECTED =
            "on a connection that other scenarios have used, what it does on a fresh one";

    private UsedConnections() {}

    static Result result(Requirement requirement, List<ScenarioRun> runs) {
        List<ScenarioRun> used = runs.stream()
                .filter(run -> run.shared() || !run.inCompany().isEmpty())
                .toList();
        if (used.isEmpty()) {
            return new Result(
                    requirement, Outcome.SKIPPED, "", "no two scenarios had the same connection", false, List.of());
        }
        List<ScenarioRun> different =
                used.stream().filter(run -> !run.onlyWhenUsed().isEmpty()).toList();
        List<String> names =
                different.stream().map(run -> run.scenario().name()).toList();
        long inTime = different.stream().filter(run -> !run.onlyLateWhenUsed()).count();
        if (inTime >= ENOUGH || different.size() >= ENOUGH_LATE) {
            return new Result(
                    requirement, Outcome.FAIL, EXPECTED, different.get(0).onlyWhenUsed(), false, names);
        }
        String once = different.isEmpty()
                ? ""
                : "seen too rarely: " + different.get(0).onlyWhenUsed();
        return new Result(requirement, Outcome.PASS, "", once, false, names);
    }
}
