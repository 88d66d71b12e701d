package io.acp4j.cli.recording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.acp4j.cli.usage.HelpOption;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.UnreadableLines;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command for scripts. Its exit code is 0 for success, 1 for a negative result, and 2 for an error. */
@Command(sortOptions = false, exitCodeListHeading = "%nExit codes:%n")
abstract class ReportCommand implements Callable<Integer> {

    static final int WELL = 0;
    static final int NOT_WELL = 1;
    static final int UNKNOWN = 2;

    private static final int BRIEF = 160;

    /** ASCII suits a terminal of any encoding, and recorded text cannot control the terminal. */
    private static final ObjectWriter ASCII =
            FrameJson.MAPPER.writerWithDefaultPrettyPrinter().with(JsonWriteFeature.ESCAPE_NON_ASCII);

    @Option(names = "--json", description = "Print JSON, in ASCII.")
    private boolean json;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return report();
        } catch (IOException e) {
            PrintWriter err = line().getErr();
            err.println(VisibleText.of(String.valueOf(e.getMessage())));
            err.flush();
            return UNKNOWN;
        }
    }

    abstract int report() throws IOException, InterruptedException;

    /** Reads a recording. Lines without a message are reported on the error output. */
    WireRecording read(Path file) throws IOException {
        WireRecording recording = RecordingFiles.read(file);
        UnreadableLines unreadable = recording.unreadable();
        if (unreadable.count() > 0) {
            PrintWriter err = line().getErr();
            String name = VisibleText.line(file.toString());
            unreadable.first().forEach(each -> err.println(name + ": " + each));
            if (unreadable.notListed() > 0) {
                err.println(name + ": " + unreadable.notListed() + " more lines without a message");
            }
            err.flush();
        }
        return recording;
    }

    /** Prints the value as JSON, or the text, as the option selects. */
    void print(JsonNode value, Runnable text) {
        if (json) {
            try {
                // Jackson considers DEL a visible character.
                out().println(ASCII.writeValueAsString(value).replace("\u007f", "\\u007f"));
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException("a value that was made here is always written", e);
            }
        } else {
            text.run();
        }
        out().flush();
    }

    CommandLine line() {
        return Objects.requireNonNull(spec, "picocli sets it").commandLine();
    }

    PrintWriter out() {
        return line().getOut();
    }

    static String brief(String text) {
        return text.length() <= BRIEF ? text : text.substring(0, BRIEF) + "…";
    }
}
