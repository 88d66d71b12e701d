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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proves of each check of version 2 that it can fail, and that nothing else fails with it. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
class V2FaultMatrixTest {

    private static final Duration WAIT = Duration.ofSeconds(3);

    private static Settings settings() {
        return InProcess.settings(WAIT).toBuilder().authMethod("login").build();
    }

    @Test
    void everyRequirementHasItsFaultyAgent() {
        List<String> ids =
                InProcess.V2.catalogue().all().stream().map(Requirement::id).toList();

        assertThat(new TreeSet<>(FaultTable.ofV2().keySet())).isEqualTo(new TreeSet<>(ids));
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> aFaultyAgentFailsItsRequirementAndNothingElse() {
        return Stream.of(FaultTable.ofV2(), FaultTable.othersOfV2())
                .flatMap(table -> table.entrySet().stream())
                .filter(each -> FaultMatrix.isChosen(each.getKey()))
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    private static void failsAlone(Map.Entry<String, FaultTable.Case> each) throws InterruptedException {
        FaultTable.Case faulty = each.getValue();
        FaultMatrix.assertFailsAlone(
                each.getKey(),
                faulty.fails(),
                settings(),
                settings -> InProcess.certifyV2(ReferenceConnector.ofV2(faulty.faults()), settings));
    }
}
