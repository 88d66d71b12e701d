package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReferenceAgentTest {

    private static final Settings SETTINGS =
            InProcess.settings(Duration.ofSeconds(20)).withAuthMethod("login");

    private static List<String> with(Report report, Outcome outcome) {
        return report.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(Result::toString)
                .toList();
    }

    @Test
    void anAgentThatDoesEverythingRightPasses() throws InterruptedException {
        Report report = InProcess.certify(new Faults(), SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void anAgentThatAsksForAuthenticationPassesEveryRequirement() throws InterruptedException {
        Report report = InProcess.certify(new Faults().flag("auth-required"), SETTINGS);

        assertThat(report.results())
                .filteredOn(result -> !result.requirement().id().equals("FORK-048B"))
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
    }

    @Test
    void anAgentWhoseThoughtsShareTheirIdsWithMessagesCanForkThere() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag("thought-shares-id"),
                SETTINGS.withSelection(Set.of("FORK-048B", "FORK-037"), Set.of()));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).singleElement().asString().contains("FORK-048B");
    }

    @Test
    void anAgentThatDoesNotKnowTheVocabularyIsNotCertified() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) ->
                                        Faults.Reaction.members(ReferenceAgent.object("result", FaultTable.endTurn()))),
                SETTINGS);

        assertThat(report.verdict()).isNotEqualTo(Verdict.PASS);
        assertThat(with(report, Outcome.NOT_TESTED)).anyMatch(line -> line.contains("vocabulary"));
    }

    @Test
    void anAgentThatSaysNothingGetsACompleteReport() throws InterruptedException {
        Faults silent = new Faults().drop("*");

        Report report = InProcess.certify(silent, InProcess.settings(Duration.ofSeconds(2)));

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.results()).hasSameSizeAs(InProcess.SUITE.catalogue().all());
        assertThat(report.millis()).isLessThan(60_000);
    }
}
