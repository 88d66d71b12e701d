package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Proposal;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A whole run.
 *
 * @param side which side of the protocol was certified: {@code agent} or {@code client}
 * @param subject how the subject was reached
 * @param started when
 * @param millis how long it took
 * @param strict whether recommendations count
 * @param scope the requirements by which the subject was judged, and whether the run covers all of them
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

    /** Returns whether the level of a result makes it decide a verdict. */
    public boolean counts(Result result) {
        Level level = result.requirement().level();
        return level == Level.MUST || (strict && level == Level.SHOULD);
    }

    /** Returns the number of tested requirements with an outcome. */
    public long count(Outcome outcome) {
        return tested().filter(result -> result.outcome() == outcome).count();
    }

    /** Returns the results of the requirements in the scope of the run, regardless of their level. */
    public Stream<Result> tested() {
        return results.stream().filter(result -> scope.includes(result.requirement()));
    }

    private Stream<Result> of(Source source) {
        return tested().filter(result -> result.requirement().source() == source);
    }

    /** Returns the sources of tested requirements, the protocol first. */
    public List<Source> sources() {
        return Stream.of(Source.values())
                .filter(source -> source == Source.ACP || of(source).findAny().isPresent())
                .toList();
    }

    /**
     * One proposal of the catalogue.
     *
     * @param proposal the proposal
     * @param reason the reason why its requirements count in the verdict; empty if they do not
     */
    public record ProposalInclusion(Proposal proposal, String reason) {}

    /** Returns the proposals that have requirements in the catalogue of the run. */
    public List<ProposalInclusion> proposals() {
        return results.stream()
                .flatMap(result -> Proposal.of(result.requirement()).stream())
                .distinct()
                .sorted()
                .map(proposal -> new ProposalInclusion(proposal, scope.reason(proposal)))
                .toList();
    }

    /** Returns whether a result makes the verdict FAIL. */
    public boolean fails(Result result) {
        return result.outcome() == Outcome.FAIL
                && counts(result)
                && scope.includes(result.requirement())
                && !expectedFailures.contains(result.requirement().id());
    }

    /** Returns the failed recommendations and permissions that do not affect the verdict and are not expected, the former first. */
    public List<Result> failedRecommendations() {
        return Stream.of(Level.SHOULD, Level.MAY)
                .flatMap(level -> tested().filter(result -> result.requirement().level() == level
                        && result.outcome() == Outcome.FAIL
                        && !counts(result)
                        && !expectedFailures.contains(result.requirement().id())))
                .toList();
    }

    /** Returns the expected failures that passed, so that the list is out of date. */
    public Set<String> stale() {
        return stale(tested());
    }

    private Set<String> stale(Stream<Result> some) {
        return some.filter(result -> result.outcome() == Outcome.PASS)
                .map(result -> result.requirement().id())
                .filter(expectedFailures::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the number of requirements of a source that decide a verdict and were observed to be met or not. */
    public long observed(Source source) {
        return of(source)
                .filter(result ->
                        counts(result) && (result.outcome() == Outcome.PASS || result.outcome() == Outcome.FAIL))
                .count();
    }

    /** Returns the number of requirements of a source that decide a verdict and apply to the subject. */
    public long applicable(Source source) {
        return of(source)
                .filter(result -> counts(result) && result.outcome() != Outcome.SKIPPED)
                .count();
    }

    /** Returns the verdict of the run: that of the protocol, of all advertised proposals and of the selected profiles together. */
    public Verdict verdict() {
        return verdict(tested().toList());
    }

    /** Returns the verdict on the requirements of a source. */
    public Verdict verdict(Source source) {
        return verdict(of(source).toList());
    }

    private Verdict verdict(List<Result> some) {
        if (some.stream().anyMatch(this::fails) || !stale(some.stream()).isEmpty()) {
            return Verdict.FAIL;
        }
        if (!scope.partial().isEmpty()) {
            return Verdict.PARTIAL;
        }
        boolean open = some.stream()
                .anyMatch(result -> result.outcome() == Outcome.NOT_TESTED && counts(result) && result.blocks());
        return open ? Verdict.INCOMPLETE : Verdict.PASS;
    }
}
