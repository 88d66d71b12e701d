package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.check.FindingJson;
import io.acp4j.inspector.check.RecordingCheck;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.UnreadableLines;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports the requirements of the kit that recordings break. */
@Command(
        name = "validate",
        description = {
            "Checks recordings against the protocol.",
            "It reports the requirements of the conformance kit that are broken on either side, with the frame.",
            "It also reports the values that readers leave out because the schema does not allow them."
        },
        exitCodeList = {
            "0:No binding requirement is broken.",
            "1:A binding requirement is broken.",
            "2:A recording could not be read, or the arguments were wrong."
        })
public final class ValidateCommand extends ReportCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The recordings.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--strict", description = "Count broken recommendations as well.")
    private boolean strict;

    /** Creates the command, for picocli. */
    public ValidateCommand() {}

    @Override
    int report() throws IOException {
        ArrayNode all = FrameJson.MAPPER.createArrayNode();
        List<String> lines = new ArrayList<>();
        boolean fails = false;
        for (Path file : files) {
            WireRecording recording = read(file);
            RecordingCheck check = RecordingCheck.of(recording);
            ObjectNode one = all.addObject().put("file", file.toString());
            one.put("frames", recording.frames().size()).put("looked", check.looked());
            unreadable(one, recording.unreadable());
            ArrayNode found = one.putArray("findings");
            for (BrokenRequirement broken : check.broken()) {
                boolean counts = broken.isBinding() || (strict && broken.level().equals("SHOULD"));
                fails |= counts;
                found.add(FindingJson.of(broken, broken.message())
                        .put("counts", counts)
                        .put(
                                "connection",
                                recording.frames().get(broken.message()).connection()));
                lines.add(line(file, broken));
            }
            String cut = check.looked() < recording.frames().size()
                    ? "; only " + check.looked() + " of them were checked"
                    : "";
            lines.add(VisibleText.line(file.toString()) + ": "
                    + recording.frames().size() + " frames, " + (check.broken().size() - check.omissions())
                    + " requirements broken"
                    + (check.omissions() == 0 ? "" : ", values left out: " + check.omissions()) + cut);
        }
        print(all, () -> lines.forEach(out()::println));
        return fails ? NOT_WELL : WELL;
    }

    private static void unreadable(ObjectNode one, UnreadableLines unreadable) {
        ObjectNode node = one.putObject("unreadable").put("count", unreadable.count());
        ArrayNode lines = node.putArray("lines");
        unreadable
                .first()
                .forEach(each -> lines.addObject()
                        .put("line", each.number())
                        .put("last", each.last())
                        .put("reason", each.reason()));
    }

    private static String line(Path file, BrokenRequirement broken) {
        return VisibleText.line(file.toString()) + ":" + broken.message() + ": " + broken.level() + " " + broken.id()
                + " ("
                + broken.side().name().toLowerCase(Locale.ROOT) + "): " + broken.text() + "\n    expected "
                + VisibleText.line(broken.expected()) + "; " + broken.citation();
    }
}
