package io.acp4j.tck.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as a difference between a connection that others have used and a fresh one. */
class ScenarioRunTest {

    private static final Scenario SCENARIO = Scenario.scenario("cancel/other-session", "CANC-004", probe -> {});

    private static ScenarioRun run(Outcome outcome, boolean late, boolean tooSoon) {
        Finding finding = new Finding("CANC-004", outcome, "", "what was seen");
        return new ScenarioRun(SCENARIO, 1, List.of(finding), List.of(), "", "", false, true, late, tooSoon, "");
    }

    @ParameterizedTest
    @CsvSource({
        "FAIL, PASS, false, false, CANC-004: what was seen",
        "NOT_TESTED, PASS, false, false, CANC-004: what was seen",
        "NOT_TESTED, PASS, false, true, ''", // the turn was over before anybody could look
        "NOT_TESTED, NOT_TESTED, false, false, ''",
        "FAIL, FAIL, false, false, ''",
        "FAIL, PASS, true, false, ''", // the fresh one waited in vain: nobody knows
        "PASS, PASS, false, false, ''"
    })
    void onlyWhatTheSubjectDidOtherwiseIsADifference(
            Outcome used, Outcome fresh, boolean freshIsLate, boolean tooSoon, String difference) {
        assertThat(run(fresh, freshIsLate, false)
                        .comparedWith(run(used, false, tooSoon))
                        .onlyWhenUsed())
                .isEqualTo(difference);
    }
}
