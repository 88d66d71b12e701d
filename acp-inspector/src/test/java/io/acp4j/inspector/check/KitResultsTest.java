package io.acp4j.inspector.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of the reports of the kit. */
@Tag("full")
class KitResultsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

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
        results.take(report(scenario("a", "PASS", "one"), scenario("b", "FAIL", "two")), true);

        assertThat(evidence("a").findValuesAsText("text")).containsExactly("one");
        assertThat(evidence("b").findValuesAsText("text")).containsExactly("two");
        assertThat(evidence("c")).isEmpty();
    }

    @Test
    void whatHasPassedMakesRoomForWhatHasFailed() {
        String loud = "x ".repeat(9 * 512 * 1024);
        results.take(
                report(scenario("a", "PASS", loud), scenario("b", "FAIL", loud), scenario("c", "PASS", "brief")), true);

        assertThat(evidence("a")).isEmpty();
        assertThat(evidence("b")).hasSize(1);
        assertThat(evidence("c")).hasSize(1);
    }

    @Test
    void aRunOfSomeRenewsTheirEvidenceAlone() {
        results.take(report(scenario("a", "PASS", "one"), scenario("b", "FAIL", "two")), true);
        results.take(report(scenario("b", "PASS", "three")), false);

        assertThat(evidence("a").findValuesAsText("text")).containsExactly("one");
        assertThat(evidence("b").findValuesAsText("text")).containsExactly("three");
    }
}
