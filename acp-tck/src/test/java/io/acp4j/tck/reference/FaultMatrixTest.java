package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Requirement;
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
        Faults faults = each.getValue().faults();
        FaultMatrix.assertFailsAlone(
                each.getKey(), each.getValue().fails(), settings(), settings -> InProcess.certify(faults, settings));
    }
}
