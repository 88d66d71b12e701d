package io.acp4j.inspector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.export.HtmlExport;
import io.acp4j.inspector.export.JunitExport;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.log.LoggedConnection;
import io.acp4j.inspector.page.Downloads;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.recording.ConnectionRecorder;
import io.acp4j.inspector.recording.FrameClock;
import io.acp4j.inspector.recording.RecordingFormat;
import io.acp4j.inspector.recording.UnreadableLines;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.inspector.text.SecretMask;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.record.WireRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the page loads or saves of the log: single frames as they are or made readable, and the whole as a recording. */
final class FrameDownloads implements Downloads {

    private static final Pattern PATH = Pattern.compile(
            "(?:source/([a-z0-9]{1,20})/)?(?:frame/([0-9]{1,18})(/view(?:-with-secrets)?)?|(recording(?:-with-secrets)?\\.jsonl)"
                    + "|(recording\\.html|RecordedConversationTest\\.java))");

    /** How long a recording may become, which is made in memory; one that is cut says so in its last line. */
    private static final long MAX_RECORDING = 128L * 1024 * 1024;

    private final Logs logs;

    FrameDownloads(Logs logs) {
        this.logs = logs;
    }

    @Override
    public @Nullable Download find(String path) {
        Matcher wanted = PATH.matcher(path);
        FrameLog log = wanted.matches() ? logs.find(Objects.requireNonNullElse(wanted.group(1), "")) : null;
        if (log == null) {
            return null;
        }
        if (wanted.group(2) != null) {
            return frame(log, Long.parseLong(wanted.group(2)), wanted.group(3));
        }
        try {
            return wanted.group(5) != null
                    ? exported(log, wanted.group(5))
                    : recording(log, wanted.group(4).contains("secrets"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Download frame(FrameLog log, long number, @Nullable String view) {
        byte[] bytes = log.bytes(number);
        if (bytes == null) {
            return null;
        }
        return view == null
                ? new Download("frame-" + number + ".json", "application/octet-stream", bytes)
                : new Download(
                        "frame-" + number + "-view.json", "application/json", view(bytes, view.contains("secrets")));
    }

    /** The text to be copied, what is shown of it where that is something else, and how both differ from the bytes. */
    private static byte[] view(byte[] bytes, boolean withSecrets) {
        String exact = new String(bytes, UTF_8);
        String masked = SecretMask.frame(bytes);
        String text = withSecrets ? exact : masked;
        String shown = VisibleText.of(text);
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("text", text);
        if (!shown.equals(text)) {
            node.put("shown", shown);
        }
        node.put("hasSecrets", !masked.equals(exact));
        node.put("isText", Arrays.equals(exact.getBytes(UTF_8), bytes));
        return node.toString().getBytes(UTF_8);
    }

    private static Download recording(FrameLog log, boolean withSecrets) throws IOException {
        FrameClock clock = new FrameClock();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        WireRecorder.Builder builder =
                WireRecorder.builder().maxBytes(MAX_RECORDING).clock(clock);
        if (withSecrets) {
            builder.redactNothing();
        }
        try (WireRecorder recorder = builder.to(file)) {
            ConnectionRecorder connections = new ConnectionRecorder(recorder, clock);
            long end = log.end();
            for (long number = log.first(); number < end; number++) {
                FrameRow row = log.row(number);
                byte[] bytes = log.bytes(number);
                if (row != null && bytes != null && row.direction() != null) {
                    connections.record(
                            start(log, row),
                            row.direction(),
                            Instant.EPOCH.plus(row.micros(), ChronoUnit.MICROS),
                            bytes);
                }
            }
        }
        return new Download("recording.jsonl", "application/x-ndjson", file.toByteArray());
    }

    private static WireRecording.Connection start(FrameLog log, FrameRow row) {
        LoggedConnection opened = log.connection(row.connection());
        return new WireRecording.Connection(
                row.connection(),
                Instant.EPOCH.plus(opened == null ? row.micros() : opened.micros(), ChronoUnit.MICROS),
                opened == null ? "" : opened.reason());
    }

    private static Download exported(FrameLog log, String name) throws IOException {
        WireRecording recording = RecordingFormat.withoutSecrets(whole(log));
        if (name.endsWith(".html")) {
            return new Download(name, "text/html; charset=utf-8", HtmlExport.of("A recorded conversation", recording));
        }
        String type = "text/plain; charset=utf-8";
        try {
            String source = JunitExport.of(recording, name.substring(0, name.indexOf('.')));
            return new Download(name, type, source.getBytes(UTF_8));
        } catch (IOException e) {
            return new Download("no-test.txt", type, (e.getMessage() + "\n").getBytes(UTF_8));
        }
    }

    private static WireRecording whole(FrameLog log) {
        List<WireFrame> frames = new ArrayList<>();
        Map<Integer, WireRecording.Connection> connections = new LinkedHashMap<>();
        boolean isCut = log.first() > 0;
        long size = 0;
        long end = log.end();
        for (long number = log.first(); number < end && size <= MAX_RECORDING; number++) {
            FrameRow row = log.row(number);
            byte[] bytes = log.bytes(number);
            if (row != null && bytes != null && row.direction() != null) {
                size += bytes.length;
                connections.computeIfAbsent(row.connection(), unused -> start(log, row));
                frames.add(new WireFrame(
                        row.connection(),
                        row.direction() == Direction.OUTBOUND,
                        Instant.EPOCH.plus(row.micros(), ChronoUnit.MICROS),
                        bytes));
            }
        }
        return new WireRecording(
                frames,
                List.of(),
                List.copyOf(connections.values()),
                UnreadableLines.NONE,
                isCut || size > MAX_RECORDING);
    }
}
