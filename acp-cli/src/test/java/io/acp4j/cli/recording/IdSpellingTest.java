package io.acp4j.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.http.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Reports on a recording do not depend on the spelling of numeric ids: {@code 3.0} equals 3. */
class IdSpellingTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String[] PROMPTS = {"one", "tool", "allow", "form"};

    @TempDir
    Path directory;

    private record Outcome(int code, String out) {}

    private static Outcome run(ReportCommand command, Object... arguments) {
        StringWriter out = new StringWriter();
        int code = new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
        return new Outcome(code, out.toString());
    }

    /** Returns versions, sides, and the spelling of the ids of that side. */
    static Stream<Arguments> spellings() {
        return Stream.of(1, 2)
                .flatMap(version -> Stream.of("outbound", "inbound")
                        .flatMap(side ->
                                Stream.of("$1.0", "$1e0", "$10e-1").map(how -> Arguments.of(version, side, how))));
    }

    /** Returns the same recording with each frame as a string, which keeps its spelling. */
    private Path spelled(Path file, String side, String how) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Path copy = directory.resolve("spelled-" + side);
        StringBuilder all = new StringBuilder();
        for (String line : lines) {
            JsonNode read = JSON.readTree(line);
            String direction = read.path("direction").asText();
            String frame = read.path("frame").toString();
            String changed =
                    direction.equals(side) ? frame.replaceAll("(?<=\"jsonrpc\":\"2.0\",\"id\":)([0-9]+)", how) : frame;
            ObjectNode written =
                    JSON.createObjectNode().put("time", read.path("time").asText());
            all.append(written.put("direction", direction).put("json", changed)).append('\n');
        }
        assertThat(all.toString()).contains(how.replace("$1", "1").replace("\"", "\\\""));
        return Files.writeString(copy, all.toString());
    }

    private static JsonNode stats(Path file) throws IOException {
        ObjectNode stats = (ObjectNode)
                JSON.readTree(run(new StatsCommand(), "--json", file).out()).get(0);
        stats.remove("file");
        ((ObjectNode) stats.path("client")).remove("bytes");
        ((ObjectNode) stats.path("agent")).remove("bytes");
        return stats;
    }

    private String exported(Path file, String name) throws IOException {
        Path target = Files.createDirectories(directory.resolve(name)).resolve("MondayTest.java");
        assertThat(run(new ExportCommand(), "--junit", target, file).code()).isZero();
        return Files.readString(target);
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void commandsPairRequestsAndResponsesByWhatTheirIdsAreWorth(int version, String side, String how) throws Exception {
        Path file =
                Recorded.conversation(directory.resolve("a.jsonl"), new ProtocolVersion(version), directory, PROMPTS);
        Path spelled = spelled(file, side, how);

        assertThat(stats(spelled)).isEqualTo(stats(file));
        assertThat(stats(spelled).path("problems").asInt()).isZero();
        assertThat(run(new DiffCommand(), file, spelled)).isEqualTo(new Outcome(0, ""));
        assertThat(run(new ValidateCommand(), "--strict", spelled).out()).contains(" 0 requirements broken");
        if (version == 1) {
            assertThat(exported(spelled, "b")).isEqualTo(exported(file, "a"));
        }
        try (ScriptedAgent agent = new ScriptedAgent();
                HttpServer server = HttpServer.builder(agent::serve).start()) {
            assertThat(run(new ReplayCommand(), spelled, "--http", server.uri()).out())
                    .startsWith("The agent did what the recorded one did");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, outbound", "1, inbound", "2, outbound", "2, inbound"})
    void textIsNoNumberOfTheSameLetters(int version, String side) throws Exception {
        Path file =
                Recorded.conversation(directory.resolve("a.jsonl"), new ProtocolVersion(version), directory, PROMPTS);
        Path spelled = spelled(file, side, "\"$1\"");

        assertThat(stats(spelled).path("problems").asInt()).isPositive();
        assertThat(run(new DiffCommand(), file, spelled).code()).isOne();
        assertThat(run(new ValidateCommand(), spelled).out()).contains("RPC-003");
    }
}
