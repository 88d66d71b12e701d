package io.acp4j.cli.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.RecordingFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings in the formats of other tools. */
class RecordingFormatsTest extends RecordingCommandFixture {

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
    void sendersOfBareMessagesAreInferred(int version) throws IOException {
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
    void secretsAreOmittedUnlessRequested() throws IOException {
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
    void invalidRecordingIsReportedWithItsLocation(String line) throws IOException {
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
}
