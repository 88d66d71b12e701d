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

/** Agents that do not know the prompt vocabulary receive plain prompts for actions, and the kit rejects, cancels and fails their requests. */
@Execution(ExecutionMode.CONCURRENT)
class UndrivenActionTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(3)).toBuilder()
            .authMethod("login")
            .cancelPrompt(ServedAgent.LONG_PROMPT)
            .build();

    @ParameterizedTest(name = "version {0}: {1} fails {2}")
    @CsvSource({
        "1, never-minds-permission, PERM-004",
        "1, cancelled-means-allowed, PERM-009",
        "1, failed-means-allowed, PERM-012",
        "1, permission-cancel-is-end-turn, CANC-009",
        "1, cancel-is-end-turn, CANC-003",
        "1, has-one-id, RPC-007",
        "1, uses-unoffered-elicit-form, ELIC-001",
        "1, uses-unoffered-elicit-url, ELIC-002",
        "1, empty-elicitation-is-form, ELIC-003",
        "1, never-completes, UPD-024",
        "1, notices-for-all, UPD-028",
        "2, takes-no-for-yes, V2-PERM-003",
        "2, takes-cancelled-for-yes, V2-PERM-004",
        "2, takes-errors-for-yes, V2-PERM-021",
        "2, never-withdraws-permissions, V2-PERM-007",
        "2, withdraws-another, V2-PERM-008",
        "2, withdraws-all, V2-PERM-010",
        "2, never-withdraws-on-close, V2-CLOSE-005",
        "2, asks-everybody, V2-ELIC-004",
        "2, never-withdraws-questions, V2-ELIC-006",
        "2, never-ends-edits, V2-TOOL-001"
    })
    void damagedAgentFailsWithoutTheVocabulary(int version, String fault, String requirement)
            throws InterruptedException {
        assertThat(outcomes(version, new Faults(), requirement)).containsExactly(Outcome.PASS);
        assertThat(outcomes(version, new Faults().flag(fault), requirement)).containsExactly(Outcome.FAIL);
    }

    private static List<Outcome> outcomes(int version, Faults faults, String requirement) throws InterruptedException {
        ServedAgent.withoutVocabulary(faults);
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
