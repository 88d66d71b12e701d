package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that do what no text forbids, and hardly anybody does. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class UnusualClientTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unusual:cuts-newlines unusual:null-results unusual:adds-context unusual:loads-once",
                "unusual:many-blocks unusual:ends-lines-as-terminals-do",
                "unusual:ignores-cancelled-requests",
                "unusual:its-user-is-away",
                "unusual:allows-everything",
                "no-fs reads-all-the-same no-elicitation elicits-all-the-same"
            })
    void aClientThatIsUnusualAndCorrectPasses(String flags) throws InterruptedException {
        Faults unusual = new Faults();
        for (String flag : flags.split(" ")) {
            unusual.flag(flag);
        }

        assertPasses(unusual);
    }

    @ParameterizedTest
    @EnumSource
    void wholeNumbersMayBeSpelledWithAFractionOrAnExponent(SpelledNumbers how) throws InterruptedException {
        assertPasses(new Faults().rewrite("*", message -> List.of(how.line(message))));
    }

    private static void assertPasses(Faults unusual) throws InterruptedException {
        Report report = InProcess.certifyClient(unusual, InProcess.settings(Duration.ofSeconds(60)));

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .allSatisfy(result -> assertThat(result.requirement().level()).isIn(Level.OBSERVED, Level.MAY));
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }
}
