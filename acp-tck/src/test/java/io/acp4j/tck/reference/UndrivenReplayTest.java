package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults in replays and in stored settings of agents that do not know the prompt vocabulary fail a requirement as well. */
@Execution(ExecutionMode.CONCURRENT)
class UndrivenReplayTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(20)).toBuilder()
            .authMethod("login")
            .build();

    @ParameterizedTest(name = "version {0}: {1} fails {2}")
    @CsvSource({
        "1, replays-no-tools, LOAD-012",
        "1, replays-no-thought, LOAD-013",
        "1, replays-no-image, LOAD-014",
        "1, forks-replay-words, FORK-107",
        "1, forks-replay-no-tools, FORK-109",
        "1, load-resets-mode, MODE-008",
        "1, resume-resets-mode, MODE-012",
        "1, load-resets-options, CONF-011",
        "1, forgets-other-options, CONF-014",
        "1, resume-resets-options, CONF-015",
        "2, forks-drop-tool_call_update, V2-FORK-025",
        "2, forgets-other-options, V2-CONF-011",
        "2, resume-resets-options, V2-CONF-006"
    })
    void damagedAgentFailsWithoutTheVocabulary(int version, String fault, String requirement)
            throws InterruptedException {
        assertThat(outcomes(version, new Faults(), requirement)).containsExactly(Outcome.PASS);
        assertThat(outcomes(version, new Faults().flag(fault), requirement)).containsExactly(Outcome.FAIL);
    }

    private static List<Outcome> outcomes(int version, Faults faults, String requirement) throws InterruptedException {
        faults.flag("knows-no-words").flag("works-in-each-turn");
        Settings settings =
                SETTINGS.toBuilder().selection(List.of(requirement), List.of()).build();
        Report report = version == 1
                ? InProcess.certify(faults, settings)
                : InProcess.certifyV2(ReferenceConnector.ofV2(faults), settings);
        assertThat(report.profile().isUndriven()).isTrue();
        return report.results().stream()
                .filter(result -> result.requirement().id().equals(requirement))
                .map(result -> result.outcome())
                .toList();
    }
}
