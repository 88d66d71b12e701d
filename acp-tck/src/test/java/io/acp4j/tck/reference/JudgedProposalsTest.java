package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Proposal;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.report.Badge;
import io.acp4j.tck.internal.report.JsonReport;
import io.acp4j.tck.internal.report.JunitReport;
import io.acp4j.tck.internal.report.TextReport;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict includes the proposals that an agent advertises, without any option. */
class JudgedProposalsTest {

    private static final String CAPABILITY = "agentCapabilities.sessionCapabilities.fork";

    private static Settings only(String... selection) {
        return InProcess.settings(Duration.ofSeconds(60)).toBuilder()
                .authMethod("login")
                .profiles()
                .selection(
                        List.of(),
                        everythingBut(
                                InProcess.SUITE.catalogue().all().stream()
                                        .map(requirement -> requirement.area())
                                        .toList(),
                                selection))
                .build();
    }

    /** Leaves areas out with {@code --skip}: {@code --only} would select the profiles. */
    private static Set<String> everythingBut(Collection<String> areas, String... selection) {
        Set<String> skipped = new TreeSet<>(areas);
        List.of(selection).forEach(skipped::remove);
        return skipped;
    }

    private static Faults withoutFork(Faults faults) {
        return faults.change(
                "result:initialize",
                message -> FaultTable.child(message, "/result/agentCapabilities/sessionCapabilities")
                        .remove("fork"));
    }

    private static Set<String> names(Report report) {
        Set<String> judged = new TreeSet<>();
        JsonReport.of(report).path("proposals").forEach(each -> {
            if (each.path("judged").asBoolean()) {
                judged.add(each.path("name").asText());
            }
        });
        return judged;
    }

    @Test
    void faultOfAnAdvertisedForkFailsTheVerdictInEveryReport() throws InterruptedException {
        Report report = InProcess.certify(new Faults().flag("forks-are-their-sources"), only("FORK"));

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.verdict().exitCode()).isEqualTo(1);
        assertThat(report.scope().sources()).containsExactly(Source.ACP);
        JsonNode json = JsonReport.of(report);
        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.at("/verdicts/rfd/verdict").asText()).isEqualTo("FAIL");
        assertThat(json.path("proposals"))
                .filteredOn(each -> each.path("name").asText().equals("session/fork"))
                .allSatisfy(each -> {
                    assertThat(each.path("judged").asBoolean()).isTrue();
                    assertThat(each.path("reason").asText()).contains("`" + CAPABILITY + "`");
                })
                .hasSize(1);
        assertThat(JunitReport.of(report)).contains("acp-tck.rfd.fork", "<failure");
        assertThat(Badge.of(report).path("message").asText()).startsWith("FAIL ");
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        assertThat(text.toString())
                .contains("The verdict includes the proposal session/fork: the subject advertises `" + CAPABILITY);
    }

    @Test
    void faultOfAForkThatIsNotAdvertisedDoesNotCount() throws InterruptedException {
        Report report = InProcess.certify(withoutFork(new Faults().flag("forks-are-their-sources")), only("FORK"));

        assertThat(report.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(names(report)).isEmpty();
        assertThat(report.sources()).containsExactly(Source.ACP);
    }

    @Test
    void selectedAreaIsJudgedWithoutItsProfile() throws InterruptedException {
        Settings settings = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
                .authMethod("login")
                .profiles()
                .selection(List.of("FORK-033"), List.of())
                .build();

        Report report = InProcess.certify(new Faults().flag("empty-means-whole"), settings);

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void proposalOfATransportCountsForASubjectThatIsReachedByIt() throws InterruptedException {
        assertThat(names(InProcess.certifyOverWebSocket(new Faults(), only("WS"))))
                .contains("WebSocket");
        assertThat(names(InProcess.certifyOverHttp(new Faults(), only("MSG"))))
                .contains("Streamable HTTP")
                .doesNotContain("WebSocket");
        assertThat(names(InProcess.certify(new Faults(), only("MSG"))))
                .containsExactly("fork at a message", "message ids", "session/fork");
    }

    @ParameterizedTest(name = "version {0}, {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            1 | {"agentCapabilities":{}}                                                          |
            1 | {"agentCapabilities":{"sessionCapabilities":{"fork":null}}}                       |
            1 | {"agentCapabilities":{"sessionCapabilities":{"fork":{}}}}                         | FORK
            1 | {"agentCapabilities":{"sessionCapabilities":{"fork":{"atMessageId":false}}}}      | FORK
            1 | {"agentCapabilities":{"sessionCapabilities":{"fork":{"atMessageId":true}}}}       | FORK_AT_MESSAGE FORK MESSAGE_IDS
            2 | {"capabilities":{"session":{}}}                                                   |
            2 | {"capabilities":{"session":{"fork":{}}}}                                          | FORK
            2 | {"capabilities":{"session":{"fork":{"atMessageId":true}}}}                        | FORK_AT_MESSAGE FORK MESSAGE_IDS
            2 | {"capabilities":{"session":{"archive":{},"status":{},"title":{}}}}                | ARCHIVE STATUS TITLE
            2 | {"capabilities":{"session":{"systemPrompt":{}},"providers":{},"auth":{"status":{}}}} | SYSTEM_PROMPT PROVIDERS AUTHENTICATION_STATUS
            """)
    void advertisedCapabilitiesSelectTheProposals(int version, String initialize, String proposals) throws Exception {
        Map<Proposal, String> judged = Proposal.judged(InProcess.met(version, initialize));

        assertThat(judged.keySet().stream().map(Enum::name))
                .containsExactly(proposals == null ? new String[0] : proposals.split(" "));
    }
}
