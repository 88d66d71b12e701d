package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.internal.catalogue.Requirement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proves of each check of clients that it can fail, and that nothing else fails with it. */
@Tag("verdicts")
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class ClientFaultMatrixTest {

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
        FaultMatrix.assertFailsAlone(
                each.getKey(),
                Set.of(each.getKey()),
                InProcess.settings(Duration.ofSeconds(3)),
                settings -> InProcess.certifyClient(each.getValue(), settings));
    }
}
