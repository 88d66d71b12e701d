package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
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

/** Proves of each check that it can fail, and that nothing else fails with it; {@code -Dtck.faults=LOAD,FORK-011} tries some only. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
class FaultMatrixTest {

    /** What a fault of a transport can be mistaken for. */
    static final Set<String> TRANSPORT = Set.of("WS", "STDIO", "RPC", "INIT", "SESS");

    /** Megabytes for each of dozens of agents would be most of what this test does; two agents that are faulty in it are enough. */
    private static final Set<String> MEGABYTES = Set.of("HTTP-037", "HTTP-038", "HTTP-047");

    /** The requirement that is looked at only when the kit is told how long a reader stalls. */
    private static final String STALLED = "HTTP-047";

    private static final Duration WAIT = Duration.ofSeconds(3);

    /** Nothing is wrong with an endpoint of a busy machine that takes its time for a connection. */
    private static final Duration CONNECT = Duration.ofSeconds(60);

    /** Scenarios side by side: each has connections and sessions of its own. */
    private static final int JOBS = 4;

    /** An agent that gives the same id to all connections may end one of them when another is closed. */
    private static final String SAME_ID = "http-same-id";

    static Settings settings() {
        return InProcess.settings(WAIT).toBuilder().authMethod("login").build();
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
        return Stream.of(FaultTable.all(), FaultTable.others())
                .flatMap(table -> table.entrySet().stream())
                .filter(each -> FaultMatrix.isChosen(each.getKey()))
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> failsAlone(each)));
    }

    static void failsAlone(Map.Entry<String, FaultTable.Case> each) throws InterruptedException {
        FaultTable.Case faulty = each.getValue();
        if (faulty.over() == FaultTable.Over.HTTP) {
            FaultMatrix.assertFailsAlone(
                    each.getKey(),
                    faulty.fails(),
                    settings().toBuilder()
                            .timeouts(WAIT, CONNECT)
                            .stalledReader(faulty.fails().contains(STALLED) ? Duration.ofSeconds(1) : null)
                            .jobs(faulty.faults().has(SAME_ID) ? 1 : JOBS)
                            .selection(
                                    Set.of("HTTP"),
                                    faulty.fails().stream().anyMatch(MEGABYTES::contains) ? Set.of() : MEGABYTES)
                            .build(),
                    settings -> InProcess.certifyOverHttp(faulty.faults(), settings));
        } else if (faulty.over() == FaultTable.Over.WEBSOCKET) {
            FaultMatrix.assertFailsAlone(
                    each.getKey(),
                    faulty.fails(),
                    settings().toBuilder()
                            .timeouts(WAIT, CONNECT)
                            .selection(TRANSPORT, Set.of())
                            .build(),
                    settings -> InProcess.certifyOverWebSocket(faulty.faults(), settings));
        } else {
            FaultMatrix.assertFailsAlone(
                    each.getKey(),
                    faulty.fails(),
                    settings(),
                    settings -> InProcess.certify(faulty.faults(), settings));
        }
    }
}
