package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints counts and times of recordings. */
@Command(
        name = "stats",
        description = {
            "Prints counts and times of recordings.",
            "They cover frames, methods with their latencies, updates, and turns."
        },
        exitCodeList = {"0:The counts were printed.", "2:A recording could not be read, or the arguments were wrong."})
public final class StatsCommand extends ReportCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The recordings.")
    private List<Path> files = new ArrayList<>();

    /** Creates the command, for picocli. */
    public StatsCommand() {}

    @Override
    int report() throws IOException {
        ArrayNode all = FrameJson.MAPPER.createArrayNode();
        for (Path file : files) {
            WireRecording recording = read(file);
            all.add(RecordingFigures.of(recording)
                    .put("file", file.toString())
                    .put("unreadable", recording.unreadable().count())
                    .put("truncated", recording.isTruncated()));
        }
        print(all, () -> all.forEach(this::text));
        return WELL;
    }

    private void text(JsonNode one) {
        out().printf(
                        Locale.ROOT,
                        "%s: %d frames in %s, %d from the client (%d bytes), %d from the agent (%d bytes), %d"
                                + " sessions%s%s%n",
                        VisibleText.line(one.path("file").asText()),
                        one.path("frames").asInt(),
                        time(one.path("micros").asLong()),
                        one.at("/client/frames").asLong(),
                        one.at("/client/bytes").asLong(),
                        one.at("/agent/frames").asLong(),
                        one.at("/agent/bytes").asLong(),
                        one.path("sessions").asInt(),
                        one.path("connections").asInt() > 1
                                ? ", " + one.path("connections").asInt() + " connections"
                                : "",
                        one.has("version")
                                ? ", version "
                                        + VisibleText.line(one.path("version").asText())
                                : "");
        for (JsonNode method : one.path("methods")) {
            out().printf(
                            Locale.ROOT,
                            "  %-32s %6d  median %s  p99 %s  max %s%s%n",
                            VisibleText.line(method.path("name").asText()),
                            method.path("count").asLong(),
                            time(method.path("median").asLong()),
                            time(method.path("p99").asLong()),
                            time(method.path("max").asLong()),
                            method.path("errors").asLong() == 0 ? "" : "  " + method.path("errors") + " failed");
        }
        one.path("updates")
                .properties()
                .forEach(update -> out().printf(
                                Locale.ROOT,
                                "  %-32s %6d%n",
                                VisibleText.line(update.getKey()),
                                update.getValue().asLong()));
        int number = 0;
        for (JsonNode turn : one.path("turns")) {
            out().printf(
                            Locale.ROOT,
                            "  turn %d: %s%s, %d updates, %d characters%n",
                            ++number,
                            turn.has("micros") ? time(turn.path("micros").asLong()) : "not ended",
                            turn.has("firstChunkMicros")
                                    ? ", first chunk after "
                                            + time(turn.path("firstChunkMicros").asLong())
                                    : "",
                            turn.path("updates").asLong(),
                            turn.path("characters").asLong());
        }
    }

    private static String time(long micros) {
        return micros < 1_000
                ? micros + " µs"
                : micros < 1_000_000
                        ? String.format(Locale.ROOT, "%.1f ms", micros / 1e3)
                        : String.format(Locale.ROOT, "%.1f s", micros / 1e6);
    }
}
