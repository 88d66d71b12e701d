package io.acp4j.tck.mutation;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Certifies a peer that does everything right, and then the same peer with its traffic altered. */
final class Judge {

    private final Suite suite;
    private final Supplier<Connector> good;
    private final Profile profile;
    private final GoodTraffic traffic;

    private Judge(Suite suite, Supplier<Connector> good, Profile profile, GoodTraffic traffic) {
        this.suite = suite;
        this.good = good;
        this.profile = profile;
        this.traffic = traffic;
    }

    /** Gets to know a good peer and records its traffic. */
    static Judge of(Suite suite, Supplier<Connector> good, Settings settings) throws InterruptedException {
        try (Runner runner =
                new Runner(suite, good.get(), settings, (run, finished, total) -> {}).keepingRecordings()) {
            Profile profile = runner.discover();
            List<ScenarioRun> runs = runner.runAll(profile);
            return new Judge(suite, good, profile, new GoodTraffic(runs));
        }
    }

    List<Rule> rules() {
        return traffic.rules();
    }

    /**
     * Runs the scenarios in which there was something to alter, until one notices. The first meeting is left as it was: what
     * the peer offers is known.
     */
    Judgement judge(Rule rule, Settings settings) throws InterruptedException {
        Set<String> passed = new HashSet<>();
        Set<String> untested = new HashSet<>();
        try (Runner runner = new Runner(suite, new MutationProxy(good.get(), rule), settings, (run, n, of) -> {})) {
            for (ScenarioRun each : traffic.runsWith(rule.kind())) {
                for (Finding finding : runner.run(each.scenario(), profile).findings()) {
                    switch (finding.outcome()) {
                        case FAIL -> {
                            return new Judgement(Judgement.Verdict.NOTICED, finding.requirement());
                        }
                        case PASS -> passed.add(finding.requirement());
                        case NOT_TESTED -> untested.add(finding.requirement());
                        default -> {
                            // Does not apply.
                        }
                    }
                }
            }
        }
        return untested.stream()
                .filter(id -> !passed.contains(id) && traffic.passed(id))
                .filter(id -> suite.catalogue().get(id).level() == Level.MUST)
                .sorted()
                .findFirst()
                .map(id -> new Judgement(Judgement.Verdict.WITHHELD, id))
                .orElse(new Judgement(Judgement.Verdict.UNNOTICED, ""));
    }
}
