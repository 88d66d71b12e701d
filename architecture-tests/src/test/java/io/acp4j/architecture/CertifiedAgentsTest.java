package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertifiedAgentsTest {

    private static final String GOOD = """
            {"requirement": "RPC-009", "level": "MUST", "expected": "a method of the protocol", "observed": "odd/method",
             "transcript": [{"direction": "sent", "text": "{\\"id\\":1,\\"method\\":\\"session/prompt\\"}"},
                            {"direction": "received", "text": "{\\"method\\":\\"odd/method\\"}", "quoted": true}]}""";

    private static List<String> problems(String finding) throws IOException {
        JsonNode json = new JsonMapper().readTree(finding);
        Requirement requirement =
                Catalogue.ofAgents().get(json.path("requirement").asText());
        return Stream.of(FindingEvidence.problems(json, requirement), FindingEvidence.missing(json))
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void findingWithItsRuleAndItsMessagesHasNoProblem() throws IOException {
        assertThat(problems(GOOD)).isEmpty();
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "level": "MUST"         | "level": "SHOULD"               | the level is now MUST
            RPC-009                 | HTTP-041                        | no specification contains the rule
            "odd/method",           | "no response in 30.0 s",        | the finding depends on time
            a method of the protocol| ~~                              | the text expected is missing
            "direction": "sent"     | "direction": "note"             | contains no request of the kit
            "direction": "received" | "direction": "note"             | contains no message of the agent
            , "quoted": true        | ~~                              | does not contain the observed message
            odd/method\\"}"         | odd/meth…"                      | the observed message is cut
            """)
    void findingThatAMaintainerCouldRejectHasAProblem(String part, String replacement, String problem)
            throws IOException {
        String broken = GOOD.replace(part, replacement);

        assertThat(broken).isNotEqualTo(GOOD);
        assertThat(problems(broken)).anyMatch(each -> each.contains(problem));
    }

    @TestFactory
    Stream<DynamicTest> everyMustFindingHasItsRuleAndItsEvidence() {
        return CertifiedAgents.recordedBelow(PublishedModule.projectRoot()).mustFindings().stream()
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    assertThat(FindingEvidence.problems(each.finding(), each.requirement()))
                            .isEmpty();
                    assertThat(FindingEvidence.missing(each.finding())).isEmpty();
                }));
    }

    @Test
    void thePageSaysWhatIsRecordedOfRealAgents() throws IOException {
        Path root = PublishedModule.projectRoot();
        Path page = root.resolve("docs/certified.md");
        CertifiedAgents agents = CertifiedAgents.recordedBelow(root);
        String expected = agents.page().strip() + "\n";
        if (Documents.WRITE) {
            Files.writeString(page, expected);
        }

        assertThat(agents.count()).isPositive();
        assertThat(Files.readString(page))
                .as("%s; build-support/write-docs writes it anew", page)
                .isEqualTo(expected);
    }
}
