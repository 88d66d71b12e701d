package io.acp4j.inspector.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.check.RecordingCheck;
import io.acp4j.inspector.export.HtmlExport;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.RecordingLog;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recordings of several connections, which use the same request ids. */
class ConnectionsOfRecordingsTest {

    private static final String CLIENT_INFO =
            "\"clientCapabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}";

    /** A turn is running when the client connects again, and the process of the first connection responds late. */
    private static final List<String> FRAMES = List.of(
            ">1{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1," + CLIENT_INFO
                    + "}}",
            "<1{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{},\"authMethods\":[],"
                    + "\"agentInfo\":{\"name\":\"a\",\"version\":\"1\"}}}",
            ">1{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/a\",\"mcpServers\":[]}}",
            "<1{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}",
            ">1{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/prompt\",\"params\":{\"sessionId\":\"s\",\"prompt\":[]}}",
            ">2{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1," + CLIENT_INFO
                    + "}}",
            "<1{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"stopReason\":\"cancelled\"}}",
            "<2{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{},\"authMethods\":[],"
                    + "\"agentInfo\":{\"name\":\"a\",\"version\":\"1\"}}}");

    @TempDir
    Path directory;

    private static boolean isFromClient(String frame) {
        return frame.startsWith(">");
    }

    private static int connection(String frame) {
        return frame.charAt(1) - '0';
    }

    private WireRecording older() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String frame : FRAMES) {
            text.append("{\"time\":\"2026-01-02T03:04:05Z\",\"direction\":\"")
                    .append(isFromClient(frame) ? "outbound" : "inbound")
                    .append("\",\"frame\":")
                    .append(frame.substring(2))
                    .append("}\n");
        }
        return RecordingFiles.read(Files.writeString(directory.resolve("older.jsonl"), text));
    }

    private static WireRecording recorded() {
        Instant start = Instant.parse("2026-01-02T03:04:05Z");
        return new WireRecording(
                FRAMES.stream()
                        .map(frame -> new WireFrame(
                                connection(frame),
                                isFromClient(frame),
                                start,
                                frame.substring(2).getBytes(StandardCharsets.UTF_8)))
                        .toList(),
                List.of(),
                List.of(
                        new WireRecording.Connection(1, start, ""),
                        new WireRecording.Connection(2, start.plusSeconds(7), "the agent has crashed")),
                UnreadableLines.NONE,
                false);
    }

    private static List<Integer> connections(WireRecording recording) {
        return recording.frames().stream().map(WireFrame::connection).toList();
    }

    @Test
    void aRepeatedInitializeOfAnOlderRecordingBeginsAConnection() throws IOException {
        assertThat(connections(older())).containsExactly(1, 1, 1, 1, 1, 2, 1, 2);
    }

    @Test
    void everyConnectionIsJudgedByItself() throws IOException {
        for (WireRecording recording : List.of(older(), recorded())) {
            RecordingCheck check = RecordingCheck.of(recording);
            assertThat(check.looked()).isEqualTo(FRAMES.size());
            assertThat(check.broken().stream().filter(BrokenRequirement::isBinding))
                    .isEmpty();
            assertThat(check.broken()).extracting(BrokenRequirement::id).doesNotContain("CLI-INIT-002");
            try (FrameLog log = RecordingLog.of(recording)) {
                assertThat(log.facts().problems()).isZero();
                assertThat(log.row(6).pair()).isEqualTo(4);
                assertThat(log.row(7).pair()).isEqualTo(5);
            }
        }
    }

    /** The repetition is an error if the recording states that it was on the same connection. */
    @Test
    void aRepeatedInitializeOnOneConnectionIsFound() {
        WireRecording recording = recorded();
        WireRecording one = new WireRecording(
                recording.framesOf(1).stream()
                        .flatMap(frame -> java.util.stream.Stream.of(
                                frame, recording.frames().get(0)))
                        .toList(),
                false);

        assertThat(RecordingCheck.of(one).broken())
                .extracting(BrokenRequirement::id)
                .contains("CLI-INIT-002");
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatKeepsConnections(RecordingFormat format) throws IOException {
        Path file = directory.resolve(format.name());
        try (OutputStream out = Files.newOutputStream(file)) {
            format.write(recorded(), true, out);
        }
        WireRecording read = RecordingFiles.read(file);

        assertThat(connections(read)).containsExactly(1, 1, 1, 1, 1, 2, 1, 2);
        if (format == RecordingFormat.ACP4J) {
            assertThat(read.connections()).isEqualTo(recorded().connections());
            assertThat(RecordingFormat.withoutSecrets(read).connections())
                    .isEqualTo(recorded().connections());
        }
    }

    @Test
    void anExportedPageHasADividerWithTheReason() throws IOException {
        String page = new String(HtmlExport.of("monday", recorded()), StandardCharsets.UTF_8);

        assertThat(page)
                .contains("Connection 2 · 7.00 s · the agent has crashed")
                .contains("2 connections")
                .contains("Connection 1 continues");
    }

    @Test
    void eventsNeitherShiftTheFramesOfALogNorOpenAConnection() throws IOException {
        WireRecording plain = recorded();
        List<WireRecording.Event> events = new java.util.ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(new WireRecording.Event(i / 20, plain.frames().get(0).time(), "event " + i));
        }
        WireRecording recording =
                new WireRecording(plain.frames(), events, plain.connections(), plain.unreadable(), plain.isTruncated());

        try (FrameLog log = RecordingLog.of(recording)) {
            assertThat(log.first()).isZero();
            assertThat(log.end()).isEqualTo(FRAMES.size());
        }
        try (FrameLog log = RecordingLog.create(recording)) {
            RecordingLog.fill(log, recording, frame -> {});
            assertThat(log.first()).isZero();
            assertThat(log.end()).isEqualTo(FRAMES.size() + events.size());
            assertThat(log.row(0).connection()).isOne();
            assertThat(log.row(log.end() - 1).connection()).isEqualTo(2);
            assertThat(log.connection(3)).isNull();
        }
    }
}
