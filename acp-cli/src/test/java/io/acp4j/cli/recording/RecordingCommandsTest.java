package io.acp4j.cli.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.inspector.recording.RecordingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands for scripts, over recorded conversations of both versions. */
class RecordingCommandsTest extends RecordingCommandFixture {

    /** Recordings and their names are not trusted. */
    @Test
    void nameOfAFileCannotSteerTheTerminal() throws IOException {
        Path file = Files.copy(recorded("a.jsonl", 1, "one"), directory.resolve("a\u001b[31m.jsonl"));
        Path missing = directory.resolve("b\u001b[31m.jsonl");
        for (Outcome outcome : List.of(
                run(new StatsCommand(), file),
                run(new ValidateCommand(), file),
                run(new MatrixCommand(), file, file),
                run(new StatsCommand(), missing),
                run(new ValidateCommand(), missing))) {
            assertThat(outcome.out() + outcome.err()).contains("\\u{1B}[31m").doesNotContain("\u001b");
        }
    }

    /** All characters, including unpaired surrogates. */
    @Test
    void jsonSaysAllCharactersInThoseThatCanBeSeen() throws IOException {
        StringBuilder all = new StringBuilder();
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(all::appendCodePoint);
        ReportCommand command = new ReportCommand() {
            @Override
            int report() {
                print(TextNode.valueOf(all.toString()), () -> {});
                return WELL;
            }
        };

        Outcome outcome = run(command, "--json");

        assertThat(outcome.out().strip().chars().allMatch(each -> each >= ' ' && each <= '~'))
                .isTrue();
        assertThat(outcome.json().textValue().contentEquals(all)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aConversationByTheRulesBreaksNone(int version) throws IOException {
        Outcome outcome = run(new ValidateCommand(), "--strict", "--json", recorded("a.jsonl", version, PROMPTS));

        assertThat(outcome.json().get(0).path("findings")).isEmpty();
        assertThat(outcome.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | agent  | \"sessionUpdate\":\"agent_message_chunk\" | \"sessionUpdate\":\"agent_message_chunc\" |"
                        + " UPD-002",
                "1 | agent  | \"toolCallId\":                            | \"toolId\":                              |"
                        + " SHAPE-001",
                "1 | client | \"method\":\"session/prompt\"              | \"method\":\"session/promt\"             |"
                        + " CLI-RPC-009",
                "1 | client | \"protocolVersion\":1,\"client             | \"protocolVersion\":\"1\",\"client       |"
                        + " CLI-INIT-003",
                "1 | agent  | \"stopReason\":                            | \"stopped\":                             |"
                        + " SHAPE-001",
                "2 | agent  | \"state\":\"running\"                      | \"state\":7                              |"
                        + " SHAPE-001",
                "2 | agent  | \"sessionUpdate\":\"state_update\"         | \"update\":\"state_update\"              |"
                        + " SHAPE-001",
                "2 | client | \"method\":\"session/prompt\"              | \"method\":\"session/promt\"             |"
                        + " CLI-RPC-009"
            })
    void whatIsBrokenIsNamedWithItsFrameItsSideAndItsCitation(
            int version, String side, String right, String wrong, String requirement) throws IOException {
        Path file = changed(recorded("a.jsonl", version, PROMPTS), right.strip(), wrong.strip());
        Outcome outcome = run(new ValidateCommand(), "--json", file);

        JsonNode found = null;
        for (JsonNode each : outcome.json().get(0).path("findings")) {
            found = each.path("requirement").asText().equals(requirement) ? each : found;
        }
        assertThat(found).as(outcome.out()).isNotNull();
        assertThat(found.path("side").asText()).isEqualTo(side);
        assertThat(found.path("citation").asText()).isNotEmpty();
        assertThat(found.path("link").asText()).startsWith("https://");
        String broken = new String(
                RecordingFiles.read(file)
                        .frames()
                        .get(found.path("frame").asInt())
                        .bytes(),
                UTF_8);
        assertThat(broken).contains(wrong.strip().replaceAll("^\"[a-zA-Z]+\":\"?|\"$", ""));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(run(new ValidateCommand(), file).out()).contains(requirement);
    }

    @Test
    void valuesThatReadersLeaveOutAreReportedAndBreakNoRequirement() throws IOException {
        Path valid = recorded("a.jsonl", 1, "one");
        String plan = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                + "{\"sessionUpdate\":\"plan\",\"entries\":[{\"content\":\"a\",\"status\":\"pending\"}]}}}";
        List<String> lines = Files.readAllLines(valid);
        String chunk = lines.stream()
                .filter(line -> line.contains("agent_message_chunk"))
                .findFirst()
                .orElseThrow();
        JsonNode recordedChunk = JSON.readTree(chunk);
        String session = recordedChunk.findValue("sessionId").asText();
        String changed = chunk.replaceAll("\"frame\":\\{.*", "") + "\"frame\":"
                + plan.replace("\"s\"", '"' + session + '"') + "}";
        lines.add(lines.indexOf(chunk), changed);
        Path file = Files.write(directory.resolve("omitted.jsonl"), lines);

        Outcome outcome = run(new ValidateCommand(), file);

        assertThat(outcome.out())
                .contains("OBSERVED OMITTED (agent)")
                .contains("expected a value without this problem: /priority: required member is missing");
        assertThat(outcome.out()).containsPattern("[0-9]+ requirements broken, values left out: 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void figuresCountTurnsUpdatesAndLatencies(int version) throws IOException {
        JsonNode one = run(new StatsCommand(), "--json", recorded("a.jsonl", version, PROMPTS))
                .json()
                .get(0);

        assertThat(one.path("version").asInt()).isEqualTo(version);
        assertThat(one.path("turns")).hasSize(PROMPTS.length + 1);
        assertThat(one.path("sessions").asInt()).isEqualTo(2);
        JsonNode many = one.path("turns").get(5);
        assertThat(many.path("characters").asInt()).isGreaterThan(2000);
        assertThat(many.path("micros").asLong())
                .isGreaterThanOrEqualTo(many.path("firstChunkMicros").asLong());
        assertThat(one.at("/updates/agent_message_chunk").asInt()).isGreaterThan(400);
        assertThat(one.at("/client/waiting").asInt()).isZero();
        assertThat(one.path("methods").findValuesAsText("name")).contains("initialize", "session/prompt");
        Outcome text = run(new StatsCommand(), directory.resolve("a.jsonl"));
        assertThat(text.out()).contains("session/prompt", "turn 7");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void twoRunsOfTheSameDoNotDifferAndADifferenceIsShownWithItsFrames(int version) throws IOException {
        Path left = recorded("a.jsonl", version, PROMPTS);
        Outcome same = run(new DiffCommand(), left, recorded("b.jsonl", version, PROMPTS));
        assertThat(same.out()).isEmpty();
        assertThat(same.code()).isZero();

        Path other = recorded("c.jsonl", version, "two", "markdown", "tool", "allow", "form", "many");
        Outcome different = run(new DiffCommand(), "--json", left, other);
        assertThat(different.code()).isEqualTo(1);
        assertThat(different.out()).contains("I have heard: one", "I have heard: two");
        Outcome structure = run(new DiffCommand(), "--structure", left, other);
        assertThat(structure.out()).isEmpty();
        assertThat(structure.code()).isZero();
    }

    /** Two connections use the same ids. */
    @Test
    void commandsTreatEachConnectionByItself() throws IOException {
        Path one = recorded("a.jsonl", 1, "one");
        Path two = Files.writeString(
                directory.resolve("two.jsonl"),
                Files.readString(one) + Files.readString(recorded("b.jsonl", 1, "one")));

        Outcome validated = run(new ValidateCommand(), "--json", "--strict", two);
        assertThat(validated.json().get(0).path("findings")).isEmpty();
        JsonNode figures = run(new StatsCommand(), "--json", two).json().get(0);
        assertThat(figures.path("connections").asInt()).isEqualTo(2);
        assertThat(figures.path("problems").asInt()).isZero();
        assertThat(figures.path("turns"))
                .hasSize(2
                        * run(new StatsCommand(), "--json", one)
                                .json()
                                .at("/0/turns")
                                .size())
                .allMatch(turn -> turn.has("micros"));
        assertThat(run(new StatsCommand(), two).out()).contains("2 connections");
    }

    @Test
    void theMatrixHasARowForEachOfferOfAnyAgent() throws IOException {
        Path first = recorded("a.jsonl", 1, "one");
        Path second = recorded("b.jsonl", 2, "one");
        Outcome outcome = run(new MatrixCommand(), "--json", first, second);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.json().get(0).at("/offers/loadSession").asText()).isEqualTo("yes");
        assertThat(outcome.json().get(1).at("/offers/protocolVersion").asText()).isEqualTo("2");
        assertThat(outcome.json().at("/0/observed").toString())
                .contains("{\"name\":\"session/prompt\",\"by\":\"client\",\"outcome\":\"works\",\"requests\":2");
        assertThat(outcome.json().at("/1/observed").toString()).contains("\"session/update state_update\"");
        Outcome text = run(new MatrixCommand(), first, changed(second, "\"result\":", "\"error\":"));
        assertThat(text.out()).contains("Observed:").containsPattern("session/new +works +fails");
        Outcome live = run(new MatrixCommand(), first, "--command", "/bin/false");
        assertThat(live.code()).isEqualTo(1);
        assertThat(live.out()).contains("loadSession", "/bin/false: no response");
    }
}
