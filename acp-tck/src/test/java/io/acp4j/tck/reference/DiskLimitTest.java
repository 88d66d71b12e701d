package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that may keep little of what goes over its connections judges less, and nothing otherwise. */
@Tag("full")
class DiskLimitTest {

    /** The memory of a scenario is a sixteenth of the kit's, so messages of a million characters do not fit. */
    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .authMethod("login")
            .build();

    /** The correct peers of the kit's own tests. */
    private enum Peer {
        AGENT,
        AGENT_OF_V2,
        CLIENT,
        CLIENT_OF_V2;

        Report certify(Faults faults, Settings settings) throws InterruptedException {
            return switch (this) {
                case AGENT -> InProcess.certify(faults, settings);
                case AGENT_OF_V2 -> InProcess.certifyV2(ReferenceConnector.ofV2(faults), settings);
                case CLIENT -> InProcess.certifyClient(faults, settings);
                case CLIENT_OF_V2 -> InProcess.certifyClientOfV2(faults, settings);
            };
        }
    }

    private static Map<String, Outcome> outcomes(Report report) {
        return report.results().stream()
                .collect(Collectors.toMap(result -> result.requirement().id(), Result::outcome));
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void correctPeersAreNeitherFailedNorPassedWhenNotEverythingCouldBeKept(Peer peer) throws InterruptedException {
        Report whole = peer.certify(new Faults(), SETTINGS);
        Report limited =
                peer.certify(new Faults(), SETTINGS.toBuilder().diskLimit(0).build());

        assertThat(whole.verdict()).isEqualTo(Verdict.PASS);
        assertThat(whole.runs()).extracting(ScenarioRun::cut).containsOnly("");
        assertThat(limited.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(limited.scope().partial()).contains("0 MB", "--disk-limit");
        assertThat(limited.runs()).extracting(ScenarioRun::cut).anyMatch(cut -> cut.contains("--disk-limit"));
        Map<String, Outcome> expected = outcomes(whole);
        assertThat(limited.results())
                .allSatisfy(result -> assertThat(result.outcome())
                        .isIn(expected.get(result.requirement().id()), Outcome.NOT_TESTED));
        assertThat(limited.results())
                .anySatisfy(result -> assertThat(result.observed()).contains("--disk-limit"));
    }

    @ParameterizedTest
    @CsvSource({"RPC-001, 0", "RPC-001, 1000", "SESS-001, 0"})
    void whatWasSeenToFailFailsAllTheSame(String requirement, long limit) throws InterruptedException {
        Faults faults = FaultTable.all().get(requirement).faults();

        Report report =
                Peer.AGENT.certify(faults, SETTINGS.toBuilder().diskLimit(limit).build());

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
    }
}
