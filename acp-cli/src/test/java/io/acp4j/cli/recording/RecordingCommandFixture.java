package io.acp4j.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs commands over recorded conversations. */
abstract class RecordingCommandFixture {

    static final ObjectMapper JSON = new ObjectMapper();

    static final String[] PROMPTS = {"one", "markdown", "tool", "allow", "form", "many"};

    @TempDir
    Path directory;

    record Outcome(int code, String out, String err) {
        JsonNode json() throws IOException {
            return JSON.readTree(out);
        }
    }

    static Outcome run(ReportCommand command, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(java.util.Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    final Path recorded(String name, int version, String... prompts) throws IOException {
        return Recorded.conversation(directory.resolve(name), new ProtocolVersion(version), directory, prompts);
    }

    /** Returns a recording with a changed line and the same number of frames. */
    final Path changed(Path file, String of, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(of);
        Path copy = directory.resolve("changed.jsonl");
        return Files.writeString(copy, text.replace(of, to));
    }
}
