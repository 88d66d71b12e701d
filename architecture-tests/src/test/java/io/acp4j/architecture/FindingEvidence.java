package io.acp4j.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rule for published MUST findings: the maintainer of the agent can check each of them without the kit. */
final class FindingEvidence {

    private static final Pattern SPECIFICATION =
            Pattern.compile("https://(agentclientprotocol\\.com/(protocol/v[12]|rfds)/"
                    + "|www\\.jsonrpc\\.org/specification|www\\.rfc-editor\\.org/rfc/).*");

    /** Time is never a finding. */
    private static final Pattern TIME =
            Pattern.compile("\\d s\\b|\\b(late|slow|timed? ?out|in time|no response in)\\b");

    private FindingEvidence() {}

    /** Returns the reasons why the maintainer of an agent could reject a finding; empty if the finding fulfils the rule. */
    static List<String> problems(JsonNode finding, Requirement requirement) {
        List<String> problems = new ArrayList<>();
        if (!finding.path("level").asText().equals(requirement.level().name())) {
            problems.add("the level is now " + requirement.level() + "; record the agent again");
        }
        if (requirement.source() == Source.ACP4J
                || !SPECIFICATION.matcher(requirement.link()).matches()) {
            problems.add("no specification contains the rule: " + requirement.link());
        }
        String told = finding.path("expected").asText() + " "
                + finding.path("observed").asText();
        if (TIME.matcher(requirement.text() + " " + told).find()) {
            problems.add("the finding depends on time: " + told);
        }
        for (String member : List.of("expected", "observed")) {
            if (finding.path(member).asText().isBlank()) {
                problems.add("the text " + member + " is missing");
            }
        }
        if (messages(finding, "sent").noneMatch(text -> text.contains("\"method\""))) {
            problems.add("the evidence contains no request of the kit");
        }
        if (messages(finding, "received").findAny().isEmpty()) {
            problems.add("the evidence contains no message of the agent");
        }
        return problems;
    }

    /** Returns the reasons why the evidence does not show what was observed; empty if it does. */
    static List<String> missing(JsonNode finding) {
        List<String> problems = new ArrayList<>();
        List<String> quoted = finding.path("transcript")
                .valueStream()
                .filter(entry -> entry.path("quoted").asBoolean())
                .map(entry -> entry.path("text").asText())
                .toList();
        if (quoted.isEmpty()) {
            problems.add("the evidence does not contain the observed message");
        }
        quoted.stream()
                .filter(text -> text.endsWith("…"))
                .map(text -> "the observed message is cut: " + text)
                .forEach(problems::add);
        return problems;
    }

    private static Stream<String> messages(JsonNode finding, String direction) {
        return finding.path("transcript")
                .valueStream()
                .filter(entry -> entry.path("direction").asText().equals(direction))
                .map(entry -> entry.path("text").asText());
    }
}
