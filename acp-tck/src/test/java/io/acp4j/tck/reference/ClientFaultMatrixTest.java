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
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proves of each check of clients that it can fail, and that nothing else fails with it. */
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class ClientFaultMatrixTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void everyRequirementHasItsFaultyClient() {
        List<String> ids = InProcess.CLIENT_SUITE.catalogue().all().stream()
                .map(Requirement::id)
                .toList();

        assertThat(new TreeSet<>(ids))
                .isEqualTo(new TreeSet<>(ClientFaultTable.all().keySet()));
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> aFaultyClientFailsItsRequirementAndNothingElse() {
        return ClientFaultTable.all().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    private static void failsAlone(Map.Entry<String, Faults> each) throws InterruptedException {
        String faulty = each.getKey();
        Settings settings = InProcess.settings(Duration.ofSeconds(12));
        List<String> failures = failures(InProcess.certifyClient(each.getValue(), settings));
        assertThat(failures)
                .as("failures of a client that is faulty in %s", faulty)
                .contains(faulty);
        List<String> others = failures.stream().filter(id -> !id.equals(faulty)).toList();
        if (!others.isEmpty()) {
            // A machine that is busy answers late, which is no fault: with time enough nothing else may fail.
            Settings patient = settings.withTimeouts(PATIENCE, PATIENCE).withSelection(others, List.of());
            assertThat(failures(InProcess.certifyClient(each.getValue(), patient)))
                    .as("other failures of a client that is faulty in %s", faulty)
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
