package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.report.TextReport;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a capability in a position that differs from the schema is reported in one line, and not skipped silently. */
class MisplacedCapabilityTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .authMethod("login")
            .profiles()
            .build();

    @ParameterizedTest(name = "version {0}, {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            1 | {"session":{"fork":{"atMessageId":true}}}                          | fork             | `fork` is at `session.fork`, but the schema defines it at `agentCapabilities.sessionCapabilities.fork`
            1 | {"session":{"fork":{"atMessageId":true}}}                          | fork.atMessageId | `fork` is at `session.fork`, but the schema defines it at `agentCapabilities.sessionCapabilities.fork`
            1 | {"agentCapabilities":{"session":{"fork":{}}}}                      | fork             | `fork` is at `agentCapabilities.session.fork`, but the schema defines it at `agentCapabilities.sessionCapabilities.fork`
            1 | {"agentCapabilities":{"sessionCapabilities":{"loadSession":true}}} | loadSession      | `loadSession` is at `agentCapabilities.sessionCapabilities.loadSession`, but the schema defines it at `agentCapabilities.loadSession`
            2 | {"agentCapabilities":{"sessionCapabilities":{"fork":{}}}}          | fork             | `fork` is at `agentCapabilities.sessionCapabilities.fork`, but the schema defines it at `capabilities.session.fork`
            2 | {"capabilities":{"session":{"fork":true}}}                         | fork             | `capabilities.session.fork` is `true`, but the schema requires an object, so clients treat the capability as absent
            """)
    void otherSpellingIsReported(int version, String initialize, String capability, String line) {
        Optional<Profile.Gap> gap = InProcess.met(version, initialize).gap(capability, SETTINGS);

        assertThat(gap).contains(new Profile.Gap(Profile.Gap.Kind.TROUBLE, line));
    }

    @ParameterizedTest(name = "version {0}, {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            1 | {"agentCapabilities":{"sessionCapabilities":{"fork":false}}}           | fork
            1 | {"agentCapabilities":{"_meta":{"fork":{}}}}                            | fork
            1 | {"agentCapabilities":{"session":{"fork":null}}}                        | fork
            1 | {"agentCapabilities":{"providers":{"list":{}}}}                        | list
            1 | {"clientCapabilities":{"auth":{"terminal":true}}}                      | terminal
            1 | {"clientCapabilities":{"elicitation":{"url":{"form":{}}}}}             | elicitation.form
            2 | {"capabilities":{"session":{"status":{}}}}                             | auth.status
            2 | {"capabilities":{"session":{}},"info":{"title":{}}}                    | title
            """)
    void capabilityThatIsNotAdvertisedIsNoOtherSpelling(int version, String initialize, String capability) {
        Optional<Profile.Gap> gap = InProcess.met(version, initialize).gap(capability, SETTINGS);

        assertThat(gap).hasValueSatisfying(found -> assertThat(found.kind()).isEqualTo(Profile.Gap.Kind.DECLARED));
    }

    @Test
    void agentWithTheOtherSpellingIsNotPassedAndGetsOneLine() throws InterruptedException {
        Faults spelling = new Faults().change("result:initialize", message -> {
            var sessions = FaultTable.child(message, "/result/agentCapabilities/sessionCapabilities");
            FaultTable.child(message, "/result").putObject("session").set("fork", sessions.remove("fork"));
        });

        Report report = InProcess.certify(
                spelling,
                SETTINGS.toBuilder().selection(List.of("FORK"), List.of()).build());

        assertThat(report.results())
                .filteredOn(result -> result.requirement().needs().equals(List.of("fork")))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.NOT_TESTED));
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        assertThat(text.toString()).containsOnlyOnce("`fork` is at `session.fork`");
    }

    @Test
    void verdictOnAnAgentWithTheOtherSpellingIsIncomplete() throws InterruptedException {
        Faults spelling = new Faults().change("result:initialize", message -> {
            var sessions = FaultTable.child(message, "/result/agentCapabilities/sessionCapabilities");
            FaultTable.child(message, "/result/agentCapabilities")
                    .putObject("session")
                    .set("fork", sessions.remove("fork"));
        });

        Report report = InProcess.certify(spelling, SETTINGS);

        assertThat(report.verdict(Source.RFD)).isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void booleanInVersion2FailsNoMust() throws InterruptedException {
        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(new Faults()
                        .change(
                                "result:initialize",
                                message -> FaultTable.child(message, "/result/capabilities/session")
                                        .put("fork", true))),
                SETTINGS.toBuilder()
                        .selection(List.of("V2-INIT", "SHAPE", "V2-FORK"), List.of())
                        .build());

        assertThat(report.results())
                .filteredOn(result ->
                        result.outcome() == Outcome.FAIL && result.requirement().level() == Level.MUST)
                .isEmpty();
    }

    @Test
    void booleanOfTheProposalAdvertisesForksAtAMessageInVersion2() throws InterruptedException {
        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(new Faults()
                        .change(
                                "result:initialize",
                                message -> FaultTable.child(message, "/result/capabilities/session/fork")
                                        .put("atMessageId", true))),
                SETTINGS.toBuilder()
                        .selection(List.of("V2-INIT-004", "V2-FORK-017"), List.of())
                        .build());

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.PASS)
                .extracting(result -> result.requirement().id())
                .containsExactlyInAnyOrder("V2-INIT-004", "V2-FORK-017");
    }
}
