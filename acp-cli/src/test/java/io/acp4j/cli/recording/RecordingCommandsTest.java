package io.acp4j.cli.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.RecordingFormat;
import io.acp4j.inspector.replay.Divergence;
import io.acp4j.inspector.replay.Replay;
import io.acp4j.inspector.replay.ReplayListener;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The commands for scripts, over recorded conversations of both versions. */
class RecordingCommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String[] PROMPTS = {"one", "markdown", "tool", "allow", "form", "many"};

    @TempDir
    Path directory;

    private record Outcome(int code, String out, String err) {
        JsonNode json() throws IOException {
            return JSON.readTree(out);
        }
    }

    private static Outcome run(ReportCommand command, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(java.util.Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    private Path recorded(String name, int version, String... prompts) throws IOException {
        return Recorded.conversation(directory.resolve(name), new ProtocolVersion(version), directory, prompts);
    }

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

    /** Returns a recording with a changed line and the same number of frames. */
    private Path changed(Path file, String of, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(of);
        Path copy = directory.resolve("changed.jsonl");
        return Files.writeString(copy, text.replace(of, to));
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

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "2, true"})
    void aReplayStopsAtTheFirstDivergence(int version, boolean structure) throws Exception {
        Path file = recorded("a.jsonl", version, PROMPTS);
        try (ScriptedAgent agent = new ScriptedAgent();
                RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            Divergence divergence = new Replay(
                            RecordingFiles.read(file).frames(),
                            link,
                            structure,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
            assertThat(divergence).isNull();
        }
        Path other = changed(file, "word399", "WORD399");
        try (ScriptedAgent agent = new ScriptedAgent();
                RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            Divergence divergence = new Replay(
                            RecordingFiles.read(other).frames(),
                            link,
                            structure,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
            if (structure) {
                assertThat(divergence).isNull();
            } else {
                assertThat(divergence).isNotNull();
                assertThat(divergence.expected().content().toString()).contains("WORD399");
                assertThat(divergence.actual().content().toString()).contains("word399");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTextThatDiffersIsReadToItsEnd(int version) throws Exception {
        Path file = changed(recorded("a.jsonl", version, "many"), "word7 ", "WORD7 ");
        Divergence divergence = replayed(file);

        assertThat(divergence.expected().content().toString()).contains("WORD7 ", "word399 ");
        assertThat(divergence.actual().content().toString()).contains("word7 ", "word399 ");
    }

    /** The content of lists depends on the whole history of the agent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sessionsThatAnAgentHasBesideDoNotMatterToAReplay(int version) throws Exception {
        Path file = recorded("a.jsonl", version, "one");
        try (ScriptedAgent agent = new ScriptedAgent()) {
            for (int i = 0; i < 3; i++) {
                assertThat(replayed(file, agent)).isNull();
            }
        }
    }

    private Divergence replayed(Path file) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent()) {
            return replayed(file, agent);
        }
    }

    private Divergence replayed(Path file, ScriptedAgent agent) throws Exception {
        try (RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            return new Replay(
                            RecordingFiles.read(file).frames(),
                            link,
                            false,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
        }
    }

    /** Rewrites a recording as the log of another tool, with lines that are not messages. */
    private Path log(Path recording) throws IOException {
        StringBuilder text = new StringBuilder("The tool has started\n");
        for (var frame : RecordingFiles.read(recording).frames()) {
            text.append("2026-02-14 20:22:39,308 [ 318210]   FINE - AcpTransport - ")
                    .append(frame.fromClient() ? "OUT: " : "IN: ")
                    .append(new String(frame.bytes(), UTF_8))
                    .append('\n');
        }
        return Files.writeString(directory.resolve("acp-transport.log"), text);
    }

    /** Every command reads the log of another tool, and reports the line that has no message. */
    @Test
    void everyCommandReadsTheLogOfAnotherTool() throws IOException {
        Path recording = recorded("a.jsonl", 1, "one");
        Path log = log(recording);
        Path target = directory.resolve("target");
        List<Outcome> outcomes = List.of(
                run(new ValidateCommand(), "--json", log),
                run(new StatsCommand(), "--json", log),
                run(new DiffCommand(), "--json", log, recording),
                run(new ConvertCommand(), log, target),
                run(new ExportCommand(), "--html", directory.resolve("page.html"), log),
                run(new MatrixCommand(), "--json", log));

        for (Outcome outcome : outcomes) {
            assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
            assertThat(outcome.err()).isEqualTo(log + ": line 1: no JSON\n");
        }
        assertThat(outcomes.get(0).json().at("/0/unreadable").toString())
                .isEqualTo("{\"count\":1,\"lines\":[{\"line\":1,\"last\":1,\"reason\":\"no JSON\"}]}");
        Outcome replay = run(new ReplayCommand(), "--json", log, "--", "/bin/sh", "-c", "read line; exit 3");
        assertThat(replay.json().at("/recorded/label").asText()).isEqualTo("response to initialize");
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
    void anAgentThatEndsIsADivergence() throws IOException {
        Path file = recorded("a.jsonl", 1, "one");
        Outcome outcome = run(new ReplayCommand(), "--json", file, "--", "/bin/sh", "-c", "read line; exit 3");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.json().path("reason").asText()).contains("ended");
        assertThat(outcome.json().at("/recorded/label").asText()).isEqualTo("response to initialize");
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

    @ParameterizedTest
    @CsvSource({"ACP4J, 1", "LINES, 1", "TRACE, 1", "DEVTOOLS, 1", "ACP4J, 2", "LINES, 2", "TRACE, 2", "DEVTOOLS, 2"})
    void everyFormatIsReadAsItWasWritten(RecordingFormat format, int version) throws IOException {
        Path file = recorded("a.jsonl", version, PROMPTS);
        Path written = directory.resolve("written");
        Outcome outcome = run(new ConvertCommand(), "--to", format, file, written);

        assertThat(outcome.err()).isEmpty();
        assertThat(run(new DiffCommand(), file, written).out()).isEmpty();
        var before = RecordingFiles.read(file).frames();
        var after = RecordingFiles.read(written).frames();
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < after.size(); i++) {
            assertThat(after.get(i).fromClient()).isEqualTo(before.get(i).fromClient());
            assertThat(JSON.readTree(after.get(i).bytes()))
                    .isEqualTo(JSON.readTree(before.get(i).bytes()));
        }
        assertThat(run(new ConvertCommand(), file, written).code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void bareMessagesTellTheirSidesThemselves(int version) throws IOException {
        Path file = recorded("a.jsonl", version, PROMPTS);
        Path bare = directory.resolve("bare.jsonl");
        try (OutputStream out = Files.newOutputStream(bare)) {
            for (var frame : RecordingFiles.read(file).frames()) {
                out.write(frame.bytes());
                out.write('\n');
            }
        }
        assertThat(run(new DiffCommand(), file, bare).out()).isEmpty();
    }

    @Test
    void secretsAreLeftOutUnlessTheyAreAskedFor() throws IOException {
        String frame =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/\",\"mcpServers\":"
                        + "[{\"name\":\"a\",\"command\":\"b\",\"args\":[],\"env\":[{\"name\":\"API_KEY\",\"value\":\"s3cr3t-value\"}]}]}}";
        Path file = Files.writeString(
                directory.resolve("a.jsonl"),
                JSON.createObjectNode()
                                .put("ts", 1700000000.5)
                                .put("dir", "c2a")
                                .put("json", frame) + "\n");
        for (RecordingFormat format : RecordingFormat.values()) {
            Path without = directory.resolve("without-" + format);
            Path with = directory.resolve("with-" + format);
            run(new ConvertCommand(), "--to", format, file, without);
            run(new ConvertCommand(), "--with-secrets", "--to", format, file, with);
            assertThat(Files.readString(without)).contains("API_KEY").doesNotContain("s3cr3t-value");
            assertThat(Files.readString(with)).contains("s3cr3t-value");
        }
        Outcome outcome = run(new ValidateCommand(), directory.resolve("without-ACP4J"));
        assertThat(outcome.out()).doesNotContain("SHAPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[1]",
                "{\"direction\":\"sideways\",\"frame\":{}}",
                "{\"direction\":\"inbound\"}",
                "{\"level\":\"info\",\"message\":\"started\"}",
                "{\"jsonrpc\""
            })
    void whatIsNoRecordingIsSaidWithItsPlace(String line) throws IOException {
        Path file = Files.writeString(directory.resolve("odd"), line + "\n");
        List<List<Object>> all =
                List.of(List.of(new ValidateCommand()), List.of(new StatsCommand()), List.of(new MatrixCommand()));
        for (List<Object> each : all) {
            Outcome outcome = run((ReportCommand) each.get(0), file);
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains(file.toString());
        }
        assertThat(run(new ValidateCommand(), directory.resolve("missing")).err())
                .contains("is not there");
    }

    private interface Served {
        Outcome with(String option, String address) throws Exception;
    }

    /** Runs an action with the address of a scripted agent. */
    private static Outcome served(String option, Served served) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent()) {
            if (option.equals("--ws")) {
                try (WsServer server = WsServer.builder(agent::serve).start()) {
                    return served.with(option, server.uri().toString());
                }
            }
            try (HttpServer server = HttpServer.builder(agent::serve).start()) {
                return served.with(option, server.uri().toString());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"--ws, 1", "--ws, 2", "--http, 1", "--http, 2"})
    void agentsAreReachedByTheirAddressToo(String option, int version) throws Exception {
        Path file = recorded("a.jsonl", version, PROMPTS);
        Path other = changed(file, "word399", "WORD399");

        Outcome matrix = served(
                option, (name, address) -> run(new MatrixCommand(), name, address, "--protocol", version, "--json"));
        assertThat(matrix.json().get(0).at("/offers/agent").asText()).isEqualTo("scripted-agent 1.0");
        assertThat(matrix.json().get(0).at("/offers/protocolVersion").asInt()).isEqualTo(version);
        assertThat(matrix.code()).isZero();

        Outcome same = served(option, (name, address) -> run(new ReplayCommand(), file, name, address, "--json"));
        assertThat(same.out()).contains("\"same\" : true");
        assertThat(same.code()).isZero();

        Outcome different = served(option, (name, address) -> run(new ReplayCommand(), other, name, address, "--json"));
        assertThat(different.json().at("/recorded/content").toString()).contains("WORD399");
        assertThat(different.json().at("/live/content").toString()).contains("word399");
        assertThat(different.code()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--ws", "--http"})
    void anAddressWithoutAnAgentIsSaid(String option) throws Exception {
        Path file = recorded("one.jsonl", 1, "one");
        String scheme = option.equals("--ws") ? "ws" : "http";
        // The port is in use during the test, but does not accept connections.
        try (SocketChannel taken = SocketChannel.open()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String nobody = scheme + "://127.0.0.1:" + taken.socket().getLocalPort() + "/acp";
            Outcome matrix = run(new MatrixCommand(), option, nobody, "--json");
            assertThat(matrix.json().get(0).path("responded").asBoolean()).isFalse();
            assertThat(matrix.code()).isOne();

            Outcome replay = run(new ReplayCommand(), file, option, nobody);
            assertThat(replay.code()).isNotZero();
            assertThat(replay.out() + replay.err()).isNotBlank();
        }
    }

    @Test
    void oneAgentIsNamedForAReplay() throws Exception {
        Path file = recorded("one.jsonl", 1, "one");
        assertThat(run(new ReplayCommand(), file).err()).contains("Name one agent");
        Outcome both =
                run(new ReplayCommand(), file, "--ws", "ws://localhost:1/acp", "--http", "http://localhost:1/acp");
        assertThat(both.err()).contains("Name one agent");
        assertThat(both.code()).isEqualTo(2);
        Outcome unset =
                run(new MatrixCommand(), "--http", "http://localhost:1/acp", "--bearer-variable", "NOT_SET_ANYWHERE");
        assertThat(unset.err()).contains("NOT_SET_ANYWHERE with the bearer token is not set");
        assertThat(unset.code()).isEqualTo(2);
    }
}
