package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proves of each check that it can fail, and that nothing else fails with it. */
@Execution(ExecutionMode.CONCURRENT)
class FaultMatrixTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Settings settings() {
        return InProcess.settings(Duration.ofSeconds(12)).withAuthMethod("login");
    }

    @Test
    void everyRequirementHasItsFaultyAgent() {
        List<String> ids =
                InProcess.SUITE.catalogue().all().stream().map(Requirement::id).toList();

        assertThat(new TreeSet<>(ids)).isEqualTo(new TreeSet<>(FaultTable.all().keySet()));
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> aFaultyAgentFailsItsRequirementAndNothingElse() {
        return FaultTable.all().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    private static void failsAlone(Map.Entry<String, FaultTable.Case> each) throws InterruptedException {
        String faulty = each.getKey();
        List<String> failures = failures(InProcess.certify(each.getValue().faults(), settings()));
        assertThat(failures)
                .as("failures of an agent that is faulty in %s", faulty)
                .containsAll(each.getValue().fails());
        List<String> others = failures.stream()
                .filter(id -> !each.getValue().fails().contains(id))
                .toList();
        if (!others.isEmpty()) {
            // A machine that is busy answers late, which is no fault: with time enough nothing else may fail.
            Settings patient = settings().withTimeouts(PATIENCE, PATIENCE).withSelection(others, List.of());
            assertThat(failures(InProcess.certify(each.getValue().faults(), patient)))
                    .as("other failures of an agent that is faulty in %s", faulty)
                    .isEmpty();
        }
    }

    private static List<String> failures(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .map(result -> result.requirement().id())
                .toList();
    }
}
