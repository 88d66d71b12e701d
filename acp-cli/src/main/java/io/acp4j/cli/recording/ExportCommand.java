package io.acp4j.cli.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.inspector.export.HtmlExport;
import io.acp4j.inspector.export.JunitExport;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RecordingFormat;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a recording as a page, or as a class of tests. */
@Command(
        name = "export",
        description = {
            "Writes a recording as a page or a JUnit test.",
            "The page is one HTML file. The test is a class that uses acp-test. Secrets are left out."
        },
        exitCodeList = {
            "0:The files were written.",
            "2:A file could not be read or written, or the arguments were wrong."
        })
public final class ExportCommand extends ReportCommand {

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Option(names = "--html", paramLabel = "TARGET", description = "The page to write; it must not exist.")
    private @Nullable Path html;

    @Option(
            names = "--junit",
            paramLabel = "TARGET",
            description = "The Java source to write, such as MondayTest.java; it must not exist.")
    private @Nullable Path junit;

    @Option(names = "--with-secrets", description = "Include secrets. Check the files before you share them.")
    private boolean withSecrets;

    /** Creates the command, for picocli. */
    public ExportCommand() {}

    @Override
    int report() throws IOException {
        if (html == null && junit == null) {
            throw new IOException("Specify --html TARGET, --junit TARGET, or both");
        }
        WireRecording recording = read(file);
        recording = withSecrets ? recording : RecordingFormat.withoutSecrets(recording);
        ArrayNode written = FrameJson.MAPPER.createArrayNode();
        if (html != null) {
            write(html, HtmlExport.of(name(file), recording), written);
        }
        if (junit != null) {
            String target = name(junit);
            if (!target.endsWith(".java")) {
                throw new IOException(junit + " is no name of a Java source: it ends with .java");
            }
            String source = JunitExport.of(recording, target.substring(0, target.length() - ".java".length()));
            write(junit, source.getBytes(UTF_8), written);
        }
        print(
                written,
                () -> written.forEach(
                        each -> out().println(VisibleText.line(each.path("file").asText()))));
        return WELL;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static void write(Path target, byte[] content, ArrayNode written) throws IOException {
        if (Files.exists(target)) {
            throw new IOException(target + " is there already");
        }
        Files.write(target, content);
        written.addObject().put("file", target.toString()).put("bytes", content.length);
    }
}
