package io.acp4j.cli.recording;

import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RecordingFormat;
import io.acp4j.rpc.VisibleText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a recording in another format. */
@Command(
        name = "convert",
        description = {"Writes a recording in another format.", "Secrets are left out."},
        exitCodeList = {
            "0:The recording was written.",
            "2:A file could not be read or written, or the arguments were wrong."
        })
public final class ConvertCommand extends ReportCommand {

    @Parameters(index = "0", paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "TARGET", description = "The file to write; it must not exist.")
    private Path target = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "acp4j, lines, trace (of a conductor) or devtools. Default: acp4j.")
    private RecordingFormat format = RecordingFormat.ACP4J;

    @Option(names = "--with-secrets", description = "Include secrets. Check the file before you share it.")
    private boolean withSecrets;

    /** Creates the command, for picocli. */
    public ConvertCommand() {}

    @Override
    int report() throws IOException {
        var recording = read(file);
        if (Files.exists(target)) {
            throw new IOException(target + " is there already");
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target))) {
            format.write(recording, withSecrets, out);
        }
        print(
                FrameJson.MAPPER
                        .createObjectNode()
                        .put("file", target.toString())
                        .put("frames", recording.frames().size()),
                () -> out().println(recording.frames().size() + " frames in " + VisibleText.line(target.toString())));
        return WELL;
    }
}
