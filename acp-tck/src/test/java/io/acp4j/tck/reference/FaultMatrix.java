package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is asked of each faulty peer. */
final class FaultMatrix {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** What must not come is looked for so much longer when it has not been seen to come. */
    private static final Duration SETTLE = Duration.ofSeconds(1);

    /** They are about every member of every message, so they fail with most requirements that are about one of them. */
    private static final Set<String> OF_ALL_MEMBERS =
            Set.of("SHAPE-001", "SHAPE-002", "CLI-SHAPE-001", "CLI-SHAPE-002", "V2-EXT-002");

    /** A million characters each would be most of what hundreds of peers do; the peers that are faulty in them are enough. */
    private static final Set<String> LARGE =
            Set.of("RPC-030", "PROMPT-014", "V2-PROMPT-024", "CLI-TURN-006", "CLI-HARD-003");

    private static final List<String> CHOSEN =
            List.of(System.getProperty("tck.faults", "").split(","));

    private FaultMatrix() {}

    /** Returns whether a fault is tried: all are, unless the beginnings of some names are given. */
    static boolean isChosen(String fault) {
        return CHOSEN.stream().anyMatch(fault::startsWith);
    }

    /** Certifies a faulty peer. */
    @FunctionalInterface
    interface Certification {
        Report certify(Settings settings) throws InterruptedException;
    }

    /**
     * Sees a peer fail what it should, and nothing else. On a busy machine a response may come late, which is no fault, and so may what
     * the peer should not send, which is one: whatever else fails, and what has not failed, is looked at once more, with time enough, and
     * that decides.
     */
    static void assertFailsAlone(String fault, Set<String> fails, Settings settings, Certification peer)
            throws InterruptedException {
        Report report = peer.certify(withoutLarge(settings, fails));
        List<String> failures = failures(report);
        Set<String> late = fails.stream().filter(id -> !failures.contains(id)).collect(Collectors.toSet());
        if (!late.isEmpty()) {
            Report second = peer.certify(settings.toBuilder()
                    .timeouts(TIMEOUT, TIMEOUT)
                    .settle(SETTLE)
                    .selection(selection(late), skipped(settings, fails))
                    .build());
            assertThat(failures(second))
                    .as("failures of a peer that is faulty in %s: %s", fault, described(second, late))
                    .containsAll(late);
        }
        List<String> others = failures.stream()
                .filter(id -> !fails.contains(id) && !OF_ALL_MEMBERS.contains(id))
                .toList();
        // A fault in sessions may differ between used and fresh connections. SESS-020 is not evaluated without the
        // other requirements, so it is ignored here.
        if (!others.isEmpty()) {
            Settings generous = settings.toBuilder()
                    .timeouts(TIMEOUT, TIMEOUT)
                    .selection(others, List.of())
                    .build();
            Report second = peer.certify(generous);
            assertThat(failures(second))
                    .as("other failures of a peer that is faulty in %s: %s", fault, described(second, others))
                    .isEmpty();
        }
    }

    /** Returns the requirements to select: all for SESS-020, which compares connections and needs the scenarios of all others. */
    private static Set<String> selection(Set<String> requirements) {
        return requirements.contains("SESS-020") ? Set.of() : requirements;
    }

    private static Settings withoutLarge(Settings settings, Set<String> fails) {
        return settings.toBuilder()
                .selection(settings.only(), skipped(settings, fails))
                .build();
    }

    private static Set<String> skipped(Settings settings, Set<String> fails) {
        Set<String> skipped = new TreeSet<>(settings.skip());
        LARGE.stream().filter(id -> !fails.contains(id)).forEach(skipped::add);
        return skipped;
    }

    private static List<String> failures(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .map(result -> result.requirement().id())
                .toList();
    }

    private static String described(Report report, Collection<String> ids) {
        return report.results().stream()
                .filter(result -> ids.contains(result.requirement().id()))
                .map(Result::toString)
                .collect(Collectors.joining("; "));
    }
}
