package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.cli.recording.RecordingDifferences.Difference;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.replay.Step;
import io.acp4j.inspector.replay.Steps;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the differences between two recordings. */
@Command(
        name = "diff",
        description = {
            "Compares two recordings.",
            "It ignores ids, times, the division of text into chunks, and the order of different sessions."
        },
        exitCodeList = {
            "0:The recordings do not differ.",
            "1:They differ.",
            "2:A recording could not be read, or the arguments were wrong."
        })
public final class DiffCommand extends ReportCommand {

    @Parameters(index = "0", paramLabel = "FILE", description = "A recording.")
    private Path left = Path.of("");

    @Parameters(index = "1", paramLabel = "FILE", description = "The recording to compare it with.")
    private Path right = Path.of("");

    @Option(
            names = "--structure",
            description = "Compare methods, kinds of updates, states and outcomes, and ignore texts.")
    private boolean structure;

    /** Creates the command, for picocli. */
    public DiffCommand() {}

    @Override
    int report() throws IOException {
        List<Difference> differences = RecordingDifferences.between(
                Steps.of(read(left).frames()).all(),
                Steps.of(read(right).frames()).all(),
                structure);
        ArrayNode all = FrameJson.MAPPER.createArrayNode();
        for (Difference difference : differences) {
            ObjectNode one = all.addObject().put("session", difference.session());
            difference.left().forEach(step -> json(one.withArray("left").addObject(), step));
            difference.right().forEach(step -> json(one.withArray("right").addObject(), step));
        }
        print(all, () -> {
            for (Difference difference : differences) {
                out().println("@@ " + (difference.session() == 0 ? "connection" : "session " + difference.session()));
                difference.left().forEach(step -> out().println("- " + line(step)));
                difference.right().forEach(step -> out().println("+ " + line(step)));
            }
        });
        return differences.isEmpty() ? WELL : NOT_WELL;
    }

    static ObjectNode json(ObjectNode node, Step step) {
        node.put("frame", step.frame()).put("from", step.fromClient() ? "client" : "agent");
        node.put("label", step.label()).set("content", step.content());
        return node;
    }

    static String line(Step step) {
        return "#" + step.frame() + " " + (step.fromClient() ? "client " : "agent ")
                + brief(VisibleText.line(step.label() + " " + step.content()));
    }
}
