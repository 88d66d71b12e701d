package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A whole run.
 *
 * @param side which side of the protocol was certified: {@code agent} or {@code client}
 * @param subject how the subject was reached
 * @param started when
 * @param millis how long it took
 * @param strict whether recommendations count
 * @param profile what the subject told of itself
 * @param results what became of each requirement
 * @param runs each scenario as it went
 * @param expectedFailures ids of requirements that are known to fail
 */
public record Report(
        String side,
        String subject,
        Instant started,
        long millis,
        boolean strict,
        Profile profile,
        List<Result> results,
        List<ScenarioRun> runs,
        Set<String> expectedFailures) {

    public boolean counts(Result result) {
        Level level = result.requirement().level();
        return level == Level.MUST || (strict && level == Level.SHOULD);
    }

    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    /** Results that make the verdict FAIL. */
    public List<Result> failures() {
        return results.stream()
                .filter(result -> result.outcome() == Outcome.FAIL
                        && counts(result)
                        && !expectedFailures.contains(result.requirement().id()))
                .toList();
    }

    /** Expected failures that did not fail: the list is out of date. */
    public Set<String> stale() {
        Set<String> stale = new TreeSet<>(expectedFailures);
        results.stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .forEach(result -> stale.remove(result.requirement().id()));
        return stale;
    }

    /** Results that keep the verdict from being PASS. */
    public List<Result> gaps() {
        return results.stream()
                .filter(result -> result.outcome() == Outcome.NOT_TESTED && counts(result))
                .toList();
    }

    public Verdict verdict() {
        if (!failures().isEmpty() || !stale().isEmpty()) {
            return Verdict.FAIL;
        }
        return gaps().isEmpty() ? Verdict.PASS : Verdict.INCOMPLETE;
    }
}
