package io.acp4j.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

    /** Returns how many certifications are recorded: one for each agent and version. */
    int count() {
        return records.size();
    }

    /** The page as it must be. */
    String page() {
        return """
                # Real agents

                Generated from `%s` by `build-support/write-docs`; the build fails when this page differs. `interop/agents`
                installs these agents from npm, runs them offline on a scripted model, asks [the kit](tck.md) for its verdict with
                default options, and compares what it finds with what is recorded; `interop/agents --record` records it. Another
                agent is a file of a few lines in `interop/certification/agents`.

                The verdict is about the binding requirements of the published protocol, in one version: an agent of both has a row for
                each. Version 2 is a draft. These agents do not follow the kit's vocabulary, so what only a model could be made to do was
                not observed: that is the difference between the two numbers.

                %s
                ## Forks, loads and cancellation

                In version 1, each was told words to remember, and asked for them after a cancellation, a fork, a load and a resume. Nothing here is
                judged. The forks at a message name the first answer of the agent; an agent that then remembers later words has
                ignored that.

                %s
                ## Findings

                Each can be reported to the agent's authors as it stands: `→` is what the kit sent, `←` what the agent did. Long messages
                are cut. MUST decides the verdict, SHOULD does not.

                %s""".formatted(
                        RECORDED,
                        verdicts(),
                        behaviour(),
                        records.stream().map(CertifiedAgents::findings).collect(Collectors.joining("\n")));
    }

    private String verdicts() {
        StringBuilder table = new StringBuilder("""
                | agent | installed | protocol | verdict | observed | findings |
                |---|---|---|---|---|---|
                """);
        for (JsonNode each : records) {
            JsonNode verdict = each.at("/verdicts/acp");
            table.append("| %s | %s | %s | %s | %d of %d | %s |\n"
                    .formatted(
                            each.path("agent").asText(),
                            texts(each.path("packages")).collect(Collectors.joining(", ", "`", "`")),
                            each.path("protocol").asText(),
                            verdict.path("verdict").asText(),
                            verdict.path("observed").asInt(),
                            verdict.path("applicable").asInt(),
                            Stream.of("MUST", "SHOULD")
                                    .map(level -> count(each, level) + " " + level)
                                    .collect(Collectors.joining(", "))));
        }
        return table.toString();
    }

    private static long count(JsonNode agent, String level) {
        return agent.path("findings")
                .valueStream()
                .filter(finding -> finding.path("level").asText().equals(level))
                .count();
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

    private static String findings(JsonNode agent) {
        String name = agent.path("agent").asText();
        int version = agent.path("protocol").asInt();
        StringBuilder section =
                new StringBuilder("### %s\n\n".formatted(version == 1 ? name : name + ", version " + version));
        if (agent.path("findings").isEmpty()) {
            section.append("None.\n");
        }
        List.of("MUST", "SHOULD")
                .forEach(level -> agent.path("findings")
                        .valueStream()
                        .filter(finding -> finding.path("level").asText().equals(level))
                        .forEach(finding -> section.append(finding(finding))));
        return section.toString();
    }

    private static String finding(JsonNode finding) {
        Map<String, String> arrows = Map.of("sent", "→", "received", "←", "note", "–");
        String transcript = finding.path("transcript")
                .valueStream()
                .map(entry -> arrows.get(entry.path("direction").asText()) + " "
                        + entry.path("text").asText() + "\n")
                .collect(Collectors.joining());
        return """
                **%s** (%s): %s [%s](%s)

                ```text
                expected: %s
                observed: %s
                %s```

                """.formatted(
                        finding.path("requirement").asText(),
                        finding.path("level").asText(),
                        finding.path("text").asText(),
                        finding.path("citation").asText(),
                        finding.path("link").asText(),
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
