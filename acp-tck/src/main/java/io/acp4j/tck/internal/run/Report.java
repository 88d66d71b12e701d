package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A whole run.
 *
 * @param side which side of the protocol was certified: {@code agent} or {@code client}
 * @param subject how the subject was reached
 * @param started when
 * @param millis how long it took
 * @param strict whether recommendations count
 * @param scope whose requirements were tested, and whether all of them
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
        Scope scope,
        Profile profile,
        List<Result> results,
        List<ScenarioRun> runs,
        Set<String> expectedFailures) {

    /** Returns whether a result bears on the verdict of its source. */
    public boolean counts(Result result) {
        Level level = result.requirement().level();
        return level == Level.MUST || (strict && level == Level.SHOULD);
    }

    /** Returns how many requirements of all tested sources came out so. */
    public long count(Outcome outcome) {
        return tested().filter(result -> result.outcome() == outcome).count();
    }

    /** Returns how many requirements of a source came out so. */
    public long count(Source source, Outcome outcome) {
        return of(source).filter(result -> result.outcome() == outcome).count();
    }

    /** Returns the results of the sources that were tested. */
    public Stream<Result> tested() {
        return results.stream().filter(result -> scope.includes(result.requirement()));
    }

    private Stream<Result> of(Source source) {
        return results.stream().filter(result -> result.requirement().source() == source);
    }

    /** Returns the sources that were tested, the protocol first. */
    public List<Source> sources() {
        return Stream.of(Source.values()).filter(scope.sources()::contains).toList();
    }

    /** Returns whether a result makes the verdict of its source FAIL. */
    public boolean fails(Result result) {
        return result.outcome() == Outcome.FAIL
                && counts(result)
                && scope.includes(result.requirement())
                && !expectedFailures.contains(result.requirement().id());
    }

    /** Returns the expected failures that did not fail: the list is out of date. */
    public Set<String> stale() {
        Set<String> stale = new TreeSet<>();
        sources().forEach(source -> stale.addAll(stale(source)));
        return stale;
    }

    private Set<String> stale(Source source) {
        Set<String> stale = new TreeSet<>();
        of(source)
                .filter(result ->
                        expectedFailures.contains(result.requirement().id()) && result.outcome() != Outcome.FAIL)
                .forEach(result -> stale.add(result.requirement().id()));
        return stale;
    }

    /** Returns how many requirements that count were seen to be fulfilled or not. */
    public long observed(Source source) {
        return of(source)
                .filter(result ->
                        counts(result) && (result.outcome() == Outcome.PASS || result.outcome() == Outcome.FAIL))
                .count();
    }

    /** Returns how many requirements that count apply to the subject. */
    public long applicable(Source source) {
        return of(source)
                .filter(result -> counts(result) && result.outcome() != Outcome.SKIPPED)
                .count();
    }

    /** Returns the verdict about the published protocol, which is that of the run. */
    public Verdict verdict() {
        return verdict(Source.ACP);
    }

    /** Returns the verdict about the requirements of a source. */
    public Verdict verdict(Source source) {
        if (of(source).anyMatch(this::fails) || !stale(source).isEmpty()) {
            return Verdict.FAIL;
        }
        if (!scope.partial().isEmpty()) {
            return Verdict.PARTIAL;
        }
        boolean open = of(source)
                .anyMatch(result -> result.outcome() == Outcome.NOT_TESTED && counts(result) && result.blocks());
        return open ? Verdict.INCOMPLETE : Verdict.PASS;
    }
}
