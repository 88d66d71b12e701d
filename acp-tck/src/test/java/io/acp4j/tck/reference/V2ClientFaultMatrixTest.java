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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Proves of each check of clients of version 2 that it can fail, and that nothing else fails with it. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
class V2ClientFaultMatrixTest {

    private static final Duration WAIT = Duration.ofSeconds(3);

    @Test
    void everyRequirementHasItsFaultyClient() {
        List<String> ids = InProcess.CLIENT_SUITE_OF_V2.catalogue().all().stream()
                .map(Requirement::id)
                .toList();

        assertThat(new TreeSet<>(V2ClientFaultTable.all().keySet())).isEqualTo(new TreeSet<>(ids));
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> aFaultyClientFailsItsRequirementAndNothingElse() {
        return V2ClientFaultTable.all().entrySet().stream()
                .filter(each -> FaultMatrix.isChosen(each.getKey()))
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    private static void failsAlone(Map.Entry<String, Faults> each) throws InterruptedException {
        if (each.getKey().startsWith("CLI-HTTP")) {
            ClientFaultMatrixTest.failsAloneOverHttp(each, 2);
            return;
        }
        FaultMatrix.assertFailsAlone(
                each.getKey(),
                Set.of(each.getKey()),
                InProcess.settings(WAIT),
                settings -> InProcess.certifyClientOfV2(each.getValue(), settings));
    }
}
