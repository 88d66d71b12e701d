package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class ReferenceClientTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60));

    @Test
    void aClientThatDoesEverythingRightPasses() throws InterruptedException {
        Report report = InProcess.certifyClient(new Faults(), SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.results()).hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aClientThatDoesEverythingRightOverHttpPasses(int version) throws InterruptedException {
        Report report = InProcess.certifyClientOverHttp(new Faults(), version, SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(with(report, Outcome.PASS)).anyMatch(line -> line.contains("CLI-HTTP-001"));
    }

    @Test
    void aClientThatOffersLessPassesWhatIsLeft() throws InterruptedException {
        Report report = InProcess.certifyClient(new Faults().flag("no-fs").flag("no-elicitation"), SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.results())
                .filteredOn(result -> result.requirement().id().matches("CLI-(FS-008|ELIC-005)"))
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled")
                .hasSize(2);
    }

    /** The kit waits six times as long as usual for a driver that never comes. */
    @Tag("full")
    @Test
    void aClientWithoutADriverIsCertifiedForWhatCanBeSeen() throws InterruptedException {
        Report report =
                InProcess.certifyClient(new Faults().flag("no-driver"), InProcess.settings(Duration.ofSeconds(5)));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(with(report, Outcome.NOT_TESTED)).anyMatch(line -> line.contains("driver"));
        assertThat(with(report, Outcome.PASS)).anyMatch(line -> line.contains("CLI-RPC-012"));
    }

    @Tag("full")
    @Test
    void aClientWhoseDriverTakesLongerThanTheWaitPasses() throws InterruptedException {
        Duration wait = Duration.ofSeconds(2);
        Settings hasty = SETTINGS.toBuilder()
                .timeouts(wait, SETTINGS.startupTimeout())
                .selection(Set.of("CLI-PERM"), Set.of())
                .build();
        Faults slow = new Faults().slow("driver", wait.plusMillis(500));

        Report report = InProcess.certifyClient(slow, hasty);

        assertThat(report.profile().pace().response()).isGreaterThan(wait);
        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(5);
    }

    @Tag("full")
    @Test
    void aClientThatNeverConnectsGetsACompleteReport() throws InterruptedException {
        Report report = InProcess.certifyClient(new Faults().drop("*"), InProcess.settings(Duration.ofSeconds(2)));

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        InProcess.requireEarlyEnd(report, InProcess.CLIENT_SUITE);
    }
}
