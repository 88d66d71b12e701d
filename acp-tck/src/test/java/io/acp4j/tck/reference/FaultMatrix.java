package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is asked of each faulty peer. */
final class FaultMatrix {

    private static final Logger LOG = LoggerFactory.getLogger(FaultMatrix.class);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private FaultMatrix() {}

    /** Certifies a faulty peer. */
    @FunctionalInterface
    interface Certification {
        Report certify(Settings settings) throws InterruptedException;
    }

    /**
     * Sees a peer fail just what it should. A machine that is busy answers late, which is no fault: what comes out otherwise is
     * looked at once more, with time enough, and that decides.
     */
    static void assertFailsAlone(String fault, Set<String> fails, Settings settings, Certification peer)
            throws InterruptedException {
        Report report = peer.certify(settings);
        Set<String> doubtful = new TreeSet<>(failures(report));
        Set<String> missing = new TreeSet<>(fails);
        missing.removeAll(doubtful);
        doubtful.removeAll(fails);
        doubtful.addAll(missing);
        if (doubtful.isEmpty()) {
            return;
        }
        String first = described(report, doubtful);
        LOG.warn("looking once more at a peer that is faulty in {}, after {}", fault, first);
        Settings patient = settings.withTimeouts(PATIENCE, PATIENCE).withSelection(List.copyOf(doubtful), List.of());
        Report second = peer.certify(patient);
        assertThat(failures(second))
                .as(
                        "failures of a peer that is faulty in %s, of %s; first %s, then %s",
                        fault, doubtful, first, described(second, doubtful))
                .containsExactlyInAnyOrderElementsOf(missing);
    }

    private static List<String> failures(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .map(result -> result.requirement().id())
                .toList();
    }

    private static String described(Report report, Set<String> ids) {
        return report.results().stream()
                .filter(result -> ids.contains(result.requirement().id()))
                .map(Result::toString)
                .collect(Collectors.joining("; "));
    }
}
