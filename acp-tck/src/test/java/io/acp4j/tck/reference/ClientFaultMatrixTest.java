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
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class ClientFaultMatrixTest {

    private static final Duration WAIT = Duration.ofSeconds(3);

    /** Nothing is wrong with a client of a busy machine that takes its time to connect. */
    private static final Duration CONNECT = Duration.ofSeconds(60);

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
                .filter(each -> FaultMatrix.isChosen(each.getKey()))
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    /** Proves it of a fault in what is said over HTTP, in a version of the protocol. */
    static void failsAloneOverHttp(Map.Entry<String, Faults> each, int version) throws InterruptedException {
        FaultMatrix.assertFailsAlone(
                each.getKey(),
                Set.of(each.getKey()),
                InProcess.settings(WAIT).toBuilder()
                        .timeouts(WAIT, CONNECT)
                        .selection(Set.of("CLI-HTTP"), Set.of())
                        .build(),
                settings -> InProcess.certifyClientOverHttp(each.getValue(), version, settings));
    }

    private static void failsAlone(Map.Entry<String, Faults> each) throws InterruptedException {
        if (each.getKey().startsWith("CLI-HTTP")) {
            failsAloneOverHttp(each, 1);
            return;
        }
        FaultMatrix.assertFailsAlone(
                each.getKey(),
                Set.of(each.getKey()),
                InProcess.settings(WAIT),
                settings -> InProcess.certifyClient(each.getValue(), settings));
    }
}
