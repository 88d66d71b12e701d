package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Version 2 against clients that do everything right, the usual way and others. */
class V2ReferenceClientTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60));

    @Test
    void aClientThatDoesEverythingRightPasses() throws InterruptedException {
        Report report = InProcess.certifyClientOfV2(new Faults(), SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(with(report, Outcome.SKIPPED))
                .filteredOn(line -> !line.contains("CLI-HTTP"))
                .singleElement()
                .asString()
                .contains("CLI-ELIC-005");
        assertThat(report.sources())
                .allSatisfy(source -> assertThat(report.verdict(source)).isEqualTo(Verdict.PASS));
        assertThat(report.results())
                .filteredOn(result -> result.requirement().id().startsWith("V2-CLI-"))
                .hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unusual:cancels-at-once unusual:writes-nulls unusual:adds-context unusual:loads-once",
                "unusual:many-blocks unusual:shows-prompts-at-once",
                "no-elicitation elicits-all-the-same unusual:string-ids"
            })
    void aClientThatIsUnusualAndCorrectPasses(String flags) throws InterruptedException {
        Faults unusual = new Faults();
        for (String flag : flags.split(" ")) {
            unusual.flag(flag);
        }

        Report report = InProcess.certifyClientOfV2(unusual, SETTINGS);

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .allSatisfy(result -> assertThat(result.requirement().level()).hasToString("OBSERVED"));
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aClientOfVersion1IsToldThatItDoesNotAskForVersion2() throws InterruptedException {
        Report report = InProcess.certifyClientOfV2(
                new Faults()
                        .change(
                                "request:initialize",
                                message -> FaultTable.child(message, "/params").put("protocolVersion", 1)),
                SETTINGS.toBuilder()
                        .selection(List.of("V2-CLI-INIT"), List.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).singleElement().asString().contains("V2-CLI-INIT-003");
    }

    /** The kit waits six times as long as usual for a driver that never comes. */
    @Tag("full")
    @Test
    void aClientWithoutADriverIsCertifiedForWhatCanBeSeen() throws InterruptedException {
        Report report =
                InProcess.certifyClientOfV2(new Faults().flag("no-driver"), InProcess.settings(Duration.ofSeconds(5)));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(with(report, Outcome.PASS)).anyMatch(line -> line.contains("V2-CLI-RPC-003"));
    }
}
