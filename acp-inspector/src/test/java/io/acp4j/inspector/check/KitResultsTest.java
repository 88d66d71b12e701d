package io.acp4j.inspector.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of the reports of the kit. */
@Tag("full")
class KitResultsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final KitSelection WHOLE = new KitSelection("", Set.of(), false);

    private final KitResults results = new KitResults();

    private static ObjectNode scenario(String name, String outcome, String text) {
        ObjectNode scenario = JSON.createObjectNode().put("name", name).put("millis", 1);
        scenario.putArray("findings").addObject().put("requirement", "INIT-001").put("outcome", outcome);
        scenario.putArray("connections")
                .addObject()
                .putArray("transcript")
                .addObject()
                .put("direction", "sent")
                .put("millis", 1)
                .put("text", text);
        return scenario;
    }

    private static JsonNode report(ObjectNode... scenarios) {
        ObjectNode report = JSON.createObjectNode().put("verdict", "PASS");
        ArrayNode all = report.putArray("scenarios");
        for (ObjectNode scenario : scenarios) {
            all.add(scenario);
        }
        return report;
    }

    private JsonNode evidence(String scenario) {
        return results.evidence(scenario).path("connections");
    }

    @Test
    void evidenceOfEveryScenarioIsKept() {
        results.take(report(scenario("a", "PASS", "one"), scenario("b", "FAIL", "two")), WHOLE);

        assertThat(evidence("a").findValuesAsText("text")).containsExactly("one");
        assertThat(evidence("b").findValuesAsText("text")).containsExactly("two");
        assertThat(evidence("c")).isEmpty();
    }

    @Test
    void whatHasPassedMakesRoomForWhatHasFailed() {
        String loud = "x ".repeat(9 * 512 * 1024);
        results.take(
                report(scenario("a", "PASS", loud), scenario("b", "FAIL", loud), scenario("c", "PASS", "brief")),
                WHOLE);

        assertThat(evidence("a")).isEmpty();
        assertThat(evidence("b")).hasSize(1);
        assertThat(evidence("c")).hasSize(1);
    }

    @Test
    void aRunOfSomeRenewsTheirEvidenceAlone() {
        results.take(report(scenario("a", "PASS", "one"), scenario("b", "FAIL", "two")), WHOLE);
        results.take(report(scenario("b", "PASS", "three")), new KitSelection("INIT-001", Set.of(), false));

        assertThat(evidence("a").findValuesAsText("text")).containsExactly("one");
        assertThat(evidence("b").findValuesAsText("text")).containsExactly("three");
    }

    private static void requirement(ObjectNode report, String id, String profile, String outcome, String observed) {
        report.withArray("requirements")
                .addObject()
                .put("id", id)
                .put("source", profile)
                .put("outcome", outcome)
                .put("judged", !observed.contains("not selected"))
                .put("observed", observed);
    }

    private JsonNode shown() {
        ObjectNode node = JSON.createObjectNode();
        results.show(node);
        return node;
    }

    @Test
    void skippedRequirementsOfASelectedAreaAreShownWithTheirReason() {
        ObjectNode report = JSON.createObjectNode();
        report.putObject("verdicts").putObject("acp").put("verdict", "PARTIAL");
        report.withObject("/verdicts").putObject("rfd").put("verdict", "PARTIAL");
        requirement(report, "INIT-001", "acp", "SKIPPED", "it is not selected in this run");
        requirement(report, "FORK-101", "rfd", "SKIPPED", "the agent does not advertise fork");
        requirement(report, "FORK-016", "rfd", "SKIPPED", "the agent does not advertise fork");

        results.take(report, new KitSelection("FORK", Set.of("rfd"), false));

        assertThat(shown().path("requirements").findValuesAsText("id")).containsExactly("FORK-101", "FORK-016");
        JsonNode summary = shown().path("summary");
        assertThat(summary.path("judged").asInt()).isZero();
        assertThat(summary.path("profiles").findValuesAsText("name")).containsExactly("rfd");
        assertThat(summary.at("/profiles/0/skipped").asInt()).isEqualTo(2);
        assertThat(summary.at("/reasons/0/text").asText()).isEqualTo("the agent does not advertise fork");
        assertThat(summary.at("/reasons/0/count").asInt()).isEqualTo(2);
    }

    @Test
    void summaryHasTheVerdictAndTheCountsOfEachProfile() {
        ObjectNode report = JSON.createObjectNode();
        report.putObject("verdicts").putObject("acp").put("verdict", "PASS");
        report.withObject("/verdicts").putObject("rfd").put("verdict", "FAIL");
        requirement(report, "INIT-001", "acp", "PASS", "seen");
        requirement(report, "INIT-002", "acp", "NOT_TESTED", "silent");
        requirement(report, "FORK-101", "rfd", "FAIL", "the same id");
        requirement(report, "FORK-032", "acp4j", "SKIPPED", "it belongs to the profile acp4j, which is not selected");

        results.take(report, new KitSelection("", Set.of(), false));

        assertThat(shown().path("summary").path("profiles"))
                .extracting(JsonNode::toString)
                .containsExactly(
                        "{\"name\":\"acp\",\"verdict\":\"PASS\",\"pass\":1,\"fail\":0,\"not_tested\":1,\"skipped\":0,\"selected\":2}",
                        "{\"name\":\"rfd\",\"verdict\":\"FAIL\",\"pass\":0,\"fail\":1,\"not_tested\":0,\"skipped\":0,\"selected\":1}");
        assertThat(shown().at("/summary/judged").asInt()).isEqualTo(2);
    }

    @Test
    void runOfTheScenariosShowsALineForEachAndTheProposals() {
        ObjectNode report = JSON.createObjectNode().put("verdict", "PARTIAL");
        report.putObject("verdicts").putObject("rfd").put("verdict", "FAIL");
        requirement(report, "FORK-032", "rfd", "FAIL", "a session");
        requirement(report, "INIT-001", "acp", "SKIPPED", "it is not selected in this run");
        report.putArray("namedScenarios")
                .addObject()
                .put("name", "unknown-id")
                .put("outcome", "FAIL")
                .put("text", "FORK-032 expected an error, observed a session");
        report.putArray("proposals")
                .addObject()
                .put("name", "session/fork")
                .put("judged", true)
                .put("reason", "the subject advertises `fork`");

        results.take(report, KitSelection.ofScenarios());

        JsonNode summary = shown().path("summary");
        assertThat(summary.at("/scenarios/0/name").asText()).isEqualTo("unknown-id");
        assertThat(summary.at("/scenarios/0/outcome").asText()).isEqualTo("fail");
        assertThat(summary.at("/proposals/0/name").asText()).isEqualTo("session/fork");
        assertThat(shown().path("requirements").findValuesAsText("id")).containsExactly("FORK-032");
    }
}
