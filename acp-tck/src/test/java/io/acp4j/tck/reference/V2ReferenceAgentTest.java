package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Version 2 against agents that do everything right. */
class V2ReferenceAgentTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(20)).toBuilder()
            .authMethod("login")
            .build();

    @Test
    void anAgentThatTakesItsTimeForEachResponsePasses() throws InterruptedException {
        Faults slow = new Faults();
        List.of("initialize", "session/new", "session/resume", "session/close", "session/prompt")
                .forEach(method -> slow.slow("result:" + method, Duration.ofMillis(400)));

        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(slow),
                SETTINGS.toBuilder()
                        .selection(List.of("V2-INIT", "V2-SESS", "V2-CLOSE", "V2-RES", "V2-PROMPT"), List.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(80);
    }

    /** As an agent that is small: nothing tells the kit how to keep it busy but what it may be prompted with. */
    @Test
    void anAgentOfShortTurnsThatRefusesPromptsMeanwhileHasNoFaults() throws InterruptedException {
        Faults unusual =
                new Faults().flag("knows-no-words").flag("works-for-a-while").flag("refuses-while-it-works");

        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(unusual),
                SETTINGS.toBuilder().cancelPrompt("Take your time").build());

        assertThat(report.profile().vocabulary()).isNull();
        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(80);
    }

    @Test
    void anAgentOfVersion1IsNotJudgedByVersion2() throws InterruptedException {
        Report report = InProcess.certifyV2(new ReferenceConnector(new Faults()), SETTINGS);

        assertThat(report.profile().trouble()).contains("does not speak version 2");
        assertThat(report.results())
                .filteredOn(result -> result.requirement().area().equals("V2-PROMPT"))
                .allMatch(result -> result.outcome() == Outcome.NOT_TESTED, "not tested");
    }

    @Test
    void anAgentThatDoesEverythingRightPassesAndIsLeftAsItWas() throws InterruptedException {
        ReferenceConnector agents = ReferenceConnector.ofV2(new Faults());
        // The end of a run waits for what it removes as long as 50 of these.
        Report report = InProcess.certifyV2(
                agents, SETTINGS.toBuilder().settle(Duration.ofMillis(200)).build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(with(report, Outcome.SKIPPED)).isEmpty();
        assertThat(report.sources())
                .allSatisfy(source -> assertThat(report.verdict(source)).isEqualTo(Verdict.PASS));
        assertThat(agents.sessionsOfSecond())
                .as("sessions that the run has left")
                .isEmpty();
    }
}
