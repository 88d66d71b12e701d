package io.acp4j.inspector.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.log.LoggedConnection;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The frames of a recording as HTML: each folded, and runs of chunks folded once more. */
final class FrameHtml {

    /** How many frames are shown. */
    static final int MAX_FRAMES = 20_000;

    /** How much of one frame is shown. */
    static final int MAX_FRAME = 50_000;

    /** How long the page may become. */
    static final int MAX_PAGE = 64 * 1024 * 1024;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final FrameLog log;
    private final Map<Long, StringBuilder> broken = new HashMap<>();
    private final Html out;
    private int connection = 1;

    FrameHtml(FrameLog log, List<BrokenRequirement> found, Html out) {
        this.log = log;
        this.out = out;
        for (BrokenRequirement each : found) {
            broken.computeIfAbsent((long) each.message(), number -> new StringBuilder())
                    .append(each.id())
                    .append(' ');
        }
    }

    void all() {
        out.markup("<h2 id=\"frames\">Frames</h2>\n");
        long end = Math.min(log.end(), MAX_FRAMES);
        FrameRow first = log.row(0);
        long start = first == null ? 0 : first.micros();
        long number = 0;
        while (number < end && out.length() < MAX_PAGE) {
            long next = endOfRun(number, end);
            FrameRow row = log.row(number);
            divider(row, start);
            if (next - number > 1 && row != null) {
                out.markup("<details class=\"run\"><summary>")
                        .text(row.head().update() + " ×" + (next - number))
                        .markup("</summary>\n");
            }
            for (long each = number; each < next; each++) {
                frame(Objects.requireNonNull(log.row(each)), start);
            }
            if (next - number > 1) {
                out.markup("</details>\n");
            }
            number = next;
        }
        if (number < log.end()) {
            out.element("p", "muted", (log.end() - number) + " more frames are in the recording alone.");
        }
    }

    private void divider(@Nullable FrameRow row, long start) {
        LoggedConnection opened =
                row == null || row.connection() == connection ? null : log.connection(row.connection());
        if (row == null || opened == null) {
            return;
        }
        boolean isStart = log.startOf(row.connection()) == row.number();
        connection = row.connection();
        out.element(
                "h3",
                "connection",
                "Connection " + connection
                        + (isStart ? " · " + seconds(opened.micros() - start) : " continues")
                        + (isStart && !opened.reason().isEmpty() ? " · " + opened.reason() : ""));
    }

    /** Chunks of one message that follow each other, none of which breaks anything. */
    private long endOfRun(long from, long end) {
        long number = from + 1;
        FrameRow first = log.row(from);
        while (number < end && isChunk(first) && continues(Objects.requireNonNull(first), log.row(number))) {
            number++;
        }
        return number;
    }

    private boolean isChunk(@Nullable FrameRow row) {
        return row != null
                && row.head().update() != null
                && row.head().update().endsWith("_chunk")
                && !broken.containsKey(row.number());
    }

    private boolean continues(FrameRow first, @Nullable FrameRow row) {
        return isChunk(row)
                && row != null
                && first.connection() == row.connection()
                && Objects.equals(first.head().update(), row.head().update())
                && Objects.equals(first.head().session(), row.head().session())
                && Objects.equals(first.head().subject(), row.head().subject());
    }

    private void frame(FrameRow row, long start) {
        boolean fromClient = row.direction() == Direction.OUTBOUND;
        String found = String.valueOf(broken.getOrDefault(row.number(), new StringBuilder()));
        boolean isBad = row.problem() != null || row.head().kind() == FrameKind.ERROR || !found.isEmpty();
        out.markup("<details class=\"frame" + (isBad ? " wrong" : "") + "\" id=\"f" + row.number() + "\"><summary>");
        out.element("span", "n", Long.toString(row.number()));
        out.element("span", "n", seconds(row.micros() - start));
        out.element("span", fromClient ? "out" : "in", fromClient ? "→" : "←");
        out.element("span", "what", name(row) + (found.isEmpty() ? "" : " · " + found.strip()));
        out.element("span", "n", Objects.requireNonNullElse(row.head().id(), ""));
        boolean isResponse =
                row.head().kind() == FrameKind.RESPONSE || row.head().kind() == FrameKind.ERROR;
        out.element("span", "n", isResponse && row.latencyMicros() >= 0 ? seconds(row.latencyMicros()) : "");
        out.element("span", "n", row.size() + " B").markup("</summary>\n");
        String problem = row.problem();
        if (problem != null) {
            out.element("p", "bad", problem);
        }
        byte[] bytes = log.bytes(row.number());
        String text = bytes == null ? "" : pretty(bytes);
        out.element(
                "pre",
                text.length() <= MAX_FRAME
                        ? text
                        : text.substring(0, MAX_FRAME) + "… " + (text.length() - MAX_FRAME) + " more characters");
        out.markup("</details>\n");
    }

    private static String name(FrameRow row) {
        String method = row.method();
        String update = row.head().update();
        return switch (row.head().kind()) {
            case INVALID -> "not a message";
            case RESPONSE -> "response" + (method == null ? "" : " to " + method);
            case ERROR -> "error" + (method == null ? "" : " for " + method);
            default -> update != null ? update : String.valueOf(method);
        };
    }

    private static String seconds(long micros) {
        return micros < 1_000_000
                ? String.format(Locale.ROOT, "%.1f ms", micros / 1e3)
                : String.format(Locale.ROOT, "%.2f s", micros / 1e6);
    }

    /** On several lines, token for token: no number is read, so none is changed. */
    private static String pretty(byte[] frame) {
        StringWriter text = new StringWriter();
        try (JsonParser in = JSON.createParser(frame);
                JsonGenerator to = JSON.createGenerator(text)) {
            to.setPrettyPrinter(new DefaultPrettyPrinter());
            while (in.nextToken() != null) {
                to.copyCurrentEventExact(in);
            }
        } catch (IOException e) {
            return new String(frame, UTF_8); // It is no JSON, and is shown as it is.
        }
        return text.toString();
    }
}
