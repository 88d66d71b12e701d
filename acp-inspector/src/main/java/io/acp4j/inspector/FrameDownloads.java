package io.acp4j.inspector;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.page.Downloads;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.record.WireRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the page loads or saves of the log: single frames as they are or made readable, and the whole as a recording. */
final class FrameDownloads implements Downloads {

    private static final Pattern FRAME = Pattern.compile("frame/([0-9]{1,18})(\\.txt)?");

    /** How long a recording may become, which is made in memory; one that is cut says so in its last line. */
    private static final long MAX_RECORDING = 128L * 1024 * 1024;

    private final FrameLog log;

    FrameDownloads(FrameLog log) {
        this.log = log;
    }

    @Override
    public @Nullable Download find(String path) {
        Matcher frame = FRAME.matcher(path);
        if (frame.matches()) {
            long number = Long.parseLong(frame.group(1));
            byte[] bytes = log.bytes(number);
            if (bytes == null) {
                return null;
            }
            return frame.group(2) == null
                    ? new Download("frame-" + number + ".json", "application/octet-stream", bytes)
                    : new Download("frame-" + number + ".txt", "text/plain; charset=utf-8", readable(bytes));
        }
        try {
            return switch (path) {
                case "recording.jsonl" -> recording(false);
                case "recording-with-secrets.jsonl" -> recording(true);
                default -> null;
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same text, with what hides or reorders it made visible. */
    private static byte[] readable(byte[] bytes) {
        return VisibleText.of(new String(bytes, UTF_8)).getBytes(UTF_8);
    }

    private Download recording(boolean withSecrets) throws IOException {
        AtomicReference<Instant> time = new AtomicReference<>(Instant.EPOCH);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        WireRecorder.Builder builder =
                WireRecorder.builder().maxBytes(MAX_RECORDING).clock(clock(time));
        if (withSecrets) {
            builder.redactNothing();
        }
        try (WireRecorder recorder = builder.to(file)) {
            long end = log.end();
            for (long number = log.first(); number < end; number++) {
                FrameRow row = log.row(number);
                byte[] bytes = log.bytes(number);
                if (row != null && bytes != null && row.direction() != null) {
                    time.set(Instant.EPOCH.plus(row.micros(), ChronoUnit.MICROS));
                    recorder.onFrame(row.direction(), bytes, 0, bytes.length);
                }
            }
        }
        return new Download("recording.jsonl", "application/x-ndjson", file.toByteArray());
    }

    private static Clock clock(AtomicReference<Instant> time) {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Objects.requireNonNull(time.get());
            }
        };
    }
}
