package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.report.ScenarioLine;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios that {@code --scenario} names. */
class ForkScenarioTest {

    private static final List<ForkScenario> ALL = List.of(ForkScenario.values());

    private static Settings settings(List<ForkScenario> scenarios) {
        return InProcess.settings(Duration.ofSeconds(60)).toBuilder()
                .authMethod("login")
                .profiles()
                .selection(
                        scenarios.stream()
                                .flatMap(each -> each.requirements().stream())
                                .toList(),
                        List.of())
                .build();
    }

    private static void assertPasses(Report report) {
        StringWriter lines = new StringWriter();
        Verdict verdict = ScenarioLine.print(report, ALL, new PrintWriter(lines, true));

        assertThat(lines.toString().lines())
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .containsExactly(
                        "PASS       fork",
                        "PASS       fork-at-message",
                        "PASS       unknown-id",
                        "PASS       thought",
                        "PASS       chunks");
        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void allPassOverEveryTransportAndInBothVersions() throws InterruptedException {
        assertPasses(InProcess.certify(new Faults(), settings(ALL)));
        assertPasses(InProcess.certifyOverWebSocket(new Faults(), settings(ALL)));
        assertPasses(InProcess.certifyOverHttp(new Faults(), settings(ALL)));
        assertPasses(InProcess.certifyV2(ReferenceConnector.ofV2(new Faults()), settings(ALL)));
    }

    @ParameterizedTest(name = "version {0}, {1} fails with {2}")
    @CsvSource({
        "1,FORK,forks-are-their-sources",
        "1,FORK,forks-move-the-source",
        "1,FORK_AT_MESSAGE,forks-past-the-message",
        "1,UNKNOWN_ID,unknown-means-whole",
        "1,CHUNKS,forks-keep-one-chunk",
        "2,FORK,forks-nothing",
        "2,FORK_AT_MESSAGE,forks-past-the-message",
        "2,CHUNKS,forks-keep-one-chunk"
    })
    void faultFailsItsScenarioInOneLine(int version, ForkScenario scenario, String fault) throws InterruptedException {
        Faults faults = new Faults().flag(fault);
        Report report = version == 1
                ? InProcess.certify(faults, settings(List.of(scenario)))
                : InProcess.certifyV2(ReferenceConnector.ofV2(faults), settings(List.of(scenario)));

        StringWriter lines = new StringWriter();
        Verdict verdict = ScenarioLine.print(report, List.of(scenario), new PrintWriter(lines, true));

        assertThat(lines.toString().lines())
                .singleElement()
                .asString()
                .startsWith("FAIL       " + scenario.label() + ": ");
        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    /** Returns an agent that has one session open at a time and that cannot load sessions. */
    private static Faults oneOpenSession() {
        Set<String> left = ConcurrentHashMap.newKeySet();
        return new Faults()
                .change(
                        "result:initialize",
                        message -> FaultTable.child(message, "/result/agentCapabilities")
                                .remove("loadSession"))
                .take("session/fork", (message, agent) -> {
                    left.add(message.at("/params/sessionId").asText());
                    return null;
                })
                .take("session/resume", (message, agent) -> {
                    left.remove(message.at("/params/sessionId").asText());
                    return null;
                })
                .error(
                        "session/prompt",
                        message -> left.contains(message.at("/params/sessionId").asText()),
                        -32002);
    }

    @Test
    void sourceThatIsResumedAfterAForkIsUsable() throws InterruptedException {
        Report report = InProcess.certify(
                oneOpenSession(),
                settings(List.of()).toBuilder()
                        .selection(List.of("FORK-108"), List.of())
                        .build());

        assertThat(InProcess.with(report, Outcome.PASS))
                .singleElement()
                .asString()
                .contains("FORK-108");
    }

    @Test
    void scenarioOfACapabilityThatIsNotAdvertisedIsSkippedWithTheReason() throws InterruptedException {
        Faults faults = new Faults()
                .change(
                        "result:initialize",
                        message -> FaultTable.child(message, "/result/agentCapabilities/sessionCapabilities/fork")
                                .remove("atMessageId"));
        List<ForkScenario> scenarios = List.of(ForkScenario.FORK, ForkScenario.UNKNOWN_ID);

        StringWriter lines = new StringWriter();
        Verdict verdict = ScenarioLine.print(
                InProcess.certify(faults, settings(scenarios)), scenarios, new PrintWriter(lines, true));

        assertThat(lines.toString())
                .contains("PASS       fork: ", "SKIPPED    unknown-id: the subject does not offer `fork.atMessageId`");
        assertThat(verdict.exitCode()).isEqualTo(4);
    }

    @Test
    void everyRequirementOfAScenarioIsInACatalogue() {
        List<String> known = Stream.of(InProcess.SUITE, InProcess.V2)
                .map(Suite::catalogue)
                .flatMap(catalogue -> catalogue.all().stream())
                .map(requirement -> requirement.id())
                .toList();

        for (ForkScenario scenario : ALL) {
            assertThat(known).containsAll(scenario.requirements());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork", "fork-at-message", "unknown-id", "thought", "chunks", "FORK"})
    void nameIsTheOneOfTheCommandLine(String name) {
        assertThat(ForkScenario.of(name).label()).isEqualToIgnoringCase(name);
    }

    @Test
    void unknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> ForkScenario.of("forks"))
                .hasMessage("--scenario accepts fork, fork-at-message, unknown-id, thought, chunks, not forks");
    }
}
