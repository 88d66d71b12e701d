package io.acp4j.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the page about real agents from what {@code interop/agents --record} has recorded of them. */
final class CertifiedAgents {

    private static final String RECORDED = "interop/certification/recorded";

    private final List<JsonNode> records;

    private CertifiedAgents(List<JsonNode> records) {
        this.records = records;
    }

    static CertifiedAgents recordedBelow(Path root) {
        try (Stream<Path> files = Files.list(root.resolve(RECORDED))) {
            List<JsonNode> records = new ArrayList<>();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                records.add(new JsonMapper().readTree(file.toFile()));
            }
            records.sort(
                    Comparator.comparing((JsonNode each) -> each.path("agent").asText())
                            .thenComparing(each -> each.path("protocol").asInt()));
            return new CertifiedAgents(records);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read what is recorded in " + RECORDED, e);
        }
    }

    /**
     * A MUST finding.
     *
     * @param name the agent and the ID of the requirement
     * @param finding the recorded finding
     * @param requirement the requirement in the catalogue
     */
    record MustFinding(String name, JsonNode finding, Requirement requirement) {}

    /** Returns the MUST findings of all agents. */
    List<MustFinding> mustFindings() {
        return records.stream()
                .flatMap(agent -> findings(agent, "MUST")
                        .map(finding -> new MustFinding(heading(agent, finding), finding, requirement(agent, finding))))
                .toList();
    }

    private static Requirement requirement(JsonNode agent, JsonNode finding) {
        return Catalogue.ofAgents(agent.path("protocol").asInt())
                .get(finding.path("requirement").asText());
    }

    /** Returns how many certifications are recorded: one for each agent and version. */
    int count() {
        return records.size();
    }

    /** The page as it must be. */
    String page() {
        return """
                # Real agents

                The kit sends requests that no editor sends, such as invalid requests and unknown sessions, and compares each response with the
                specification and its schema. Editors tolerate many deviations, so an agent can serve its users well and still have findings.

                One MUST finding makes the verdict FAIL; a SHOULD finding does not change it. A verdict applies to the binding requirements of one
                version of the protocol and of the proposals that the agent advertises, such as `session/fork`. An agent with two versions has two
                rows. Version 2 is a draft. These agents do not follow the kit's vocabulary, so requirements that need a certain action of the
                model were not observed. The verdict is INCOMPLETE if an error prevented the observation of another binding requirement.

                %s
                ## MUST findings

                Each can be reported to the agent's authors as it is: `→` is a message of the kit, `←` a message of the agent. Long messages are cut.

                %s
                ## SHOULD findings

                %s
                ## Forks, loads and cancellation

                In version 1, each agent received words to remember, and was prompted for them after a cancellation, a fork, a load and a resume. This
                is a comparison without a verdict. The forks at a message name the first answer of the agent; an agent that then remembers later words
                has ignored that.

                %s
                ## Reproduce the results

                `interop/agents` installs these agents from npm and runs them offline on a scripted model. It runs [the kit](tck.md) with default
                options, and compares the findings with the recorded ones. `interop/agents --record` records them, and `build-support/write-docs`
                generates this page from `%s`. An agent is added with a file of a few lines in
                `interop/certification/agents`.
                """.formatted(
                        verdicts(),
                        records.stream().map(CertifiedAgents::mustFindings).collect(Collectors.joining()),
                        records.stream().map(CertifiedAgents::shouldFindings).collect(Collectors.joining()),
                        behaviour(),
                        RECORDED);
    }

    private String verdicts() {
        StringBuilder table = new StringBuilder("""
                | agent | protocol | proposals | verdict | MUST findings | SHOULD findings | observed | installed |
                |---|---|---|---|---|---|---|---|
                """);
        for (JsonNode each : records) {
            table.append("| %s | %s | %s | %s | %s | %d | %d of %d | %s |\n"
                    .formatted(
                            each.path("agent").asText(),
                            each.path("protocol").asText(),
                            texts(each.path("proposals")).collect(Collectors.joining(", ")),
                            each.path("verdict").asText(),
                            findings(each, "MUST")
                                    .map(finding -> "[%s](#%s)"
                                            .formatted(
                                                    finding.path("requirement").asText(),
                                                    Links.slug(heading(each, finding))))
                                    .collect(Collectors.joining(", ")),
                            findings(each, "SHOULD").count(),
                            sum(each.path("verdicts"), "observed"),
                            sum(each.path("verdicts"), "applicable"),
                            texts(each.path("packages")).collect(Collectors.joining("`, `", "`", "`"))));
        }
        return table.toString();
    }

    private static int sum(JsonNode verdicts, String count) {
        return verdicts.valueStream()
                .mapToInt(verdict -> verdict.path(count).asInt())
                .sum();
    }

    private static Stream<JsonNode> findings(JsonNode agent, String level) {
        return agent.path("findings")
                .valueStream()
                .filter(finding -> finding.path("level").asText().equals(level));
    }

    private static String name(JsonNode agent) {
        String name = agent.path("agent").asText();
        int version = agent.path("protocol").asInt();
        return version == 1 ? name : name + ", version " + version;
    }

    private static String heading(JsonNode agent, JsonNode finding) {
        return name(agent) + ": " + finding.path("requirement").asText();
    }

    private static String mustFindings(JsonNode agent) {
        return findings(agent, "MUST")
                .map(finding -> "### " + heading(agent, finding) + "\n\n" + finding(agent, finding))
                .collect(Collectors.joining());
    }

    private static String shouldFindings(JsonNode agent) {
        List<JsonNode> findings = findings(agent, "SHOULD").toList();
        String ids = findings.stream()
                .map(finding -> finding.path("requirement").asText())
                .collect(Collectors.joining(", "));
        return findings.isEmpty()
                ? ""
                : "<details><summary>%s: %s</summary>\n\n%s</details>\n\n"
                        .formatted(
                                name(agent),
                                ids,
                                findings.stream()
                                        .map(finding -> finding(agent, finding))
                                        .collect(Collectors.joining()));
    }

    private String behaviour() {
        List<JsonNode> observed = records.stream()
                .filter(each -> !each.path("behaviour").isEmpty())
                .toList();
        Set<String> rows = new LinkedHashSet<>();
        observed.forEach(each -> each.path("behaviour").fieldNames().forEachRemaining(rows::add));
        StringBuilder table = new StringBuilder("| |");
        observed.forEach(
                each -> table.append(" %s |".formatted(each.path("agent").asText())));
        table.append("\n|---%s|\n".formatted("|---".repeat(observed.size())));
        for (String row : rows) {
            table.append("| %s |".formatted(row));
            observed.forEach(each -> table.append(" %s |"
                    .formatted(each.path("behaviour").path(row).asText("–").replace("|", "\\|"))));
            table.append("\n");
        }
        return table.toString();
    }

    private static String finding(JsonNode agent, JsonNode finding) {
        Requirement requirement = requirement(agent, finding);
        Map<String, String> arrows = Map.of("sent", "→", "received", "←", "note", "–");
        String transcript = finding.path("transcript")
                .valueStream()
                .map(entry -> arrows.get(entry.path("direction").asText()) + " "
                        + entry.path("text").asText() + "\n")
                .collect(Collectors.joining());
        return """
                **%s**: %s [%s](%s)

                ```text
                expected: %s
                observed: %s
                %s```

                """.formatted(
                        requirement.id(),
                        requirement.text(),
                        requirement.citation(),
                        requirement.link(),
                        inBlock(finding.path("expected").asText()),
                        inBlock(finding.path("observed").asText()),
                        inBlock(transcript));
    }

    /** No text of an agent may end the block that it stands in. */
    private static String inBlock(String text) {
        return text.replace("```", "'''");
    }

    private static Stream<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText);
    }
}
