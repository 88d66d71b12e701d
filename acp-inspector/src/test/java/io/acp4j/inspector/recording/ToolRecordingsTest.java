package io.acp4j.inspector.recording;

import static io.acp4j.inspector.recording.ToolRecordingSamples.CONVERSATION;
import static io.acp4j.inspector.recording.ToolRecordingSamples.START;
import static io.acp4j.inspector.recording.ToolRecordingSamples.conversation;
import static io.acp4j.inspector.recording.ToolRecordingSamples.file;
import static io.acp4j.inspector.recording.ToolRecordingSamples.quoted;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.inspector.recording.ToolRecordingSamples.Sent;
import io.acp4j.inspector.recording.ToolRecordingSamples.Spelling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings of the same conversation by different tools. */
class ToolRecordingsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private WireRecording read(byte[] bytes) throws IOException {
        return RecordingFiles.read(Files.write(directory.resolve("x.log"), bytes), "x.log");
    }

    private static void assertRead(WireRecording recording, boolean hasTimes) throws IOException {
        List<Sent> sent = conversation();
        assertThat(recording.unreadable()).isEqualTo(UnreadableLines.NONE);
        assertThat(recording.isTruncated()).isFalse();
        assertThat(recording.frames()).hasSameSizeAs(sent);
        assertThat(recording.connectionNumbers()).containsExactly(1);
        for (int i = 0; i < sent.size(); i++) {
            WireFrame frame = recording.frames().get(i);
            JsonNode message = JSON.readTree(frame.bytes());
            assertThat(message)
                    .as("message %s", i)
                    .isEqualTo(JSON.readTree(sent.get(i).json()));
            assertThat(frame.fromClient())
                    .as("sender of %s", message)
                    .isEqualTo(sent.get(i).fromClient());
            if (hasTimes) {
                assertThat(frame.time()).isEqualTo(START.plusSeconds(i));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.acp4j.inspector.recording.ToolRecordingSamples#tools")
    void aConversationIsReadWithSendersAndTimes(String tool, boolean hasTimes, Spelling spelling) throws IOException {
        assertRead(read(file(spelling, "\n").getBytes(UTF_8)), hasTimes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.acp4j.inspector.recording.ToolRecordingSamples#tools")
    void encodingsAndEndsOfLinesMakeNoDifference(String tool, boolean hasTimes, Spelling spelling) throws IOException {
        String text = file(spelling, "\r\n");
        for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
            assertRead(read(text.getBytes(charset)), hasTimes);
            assertRead(read(("\uFEFF" + text).getBytes(charset)), hasTimes);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.acp4j.inspector.recording.ToolRecordingSamples#tools")
    void coloursAndLinesOfALogAreReadOver(String tool, boolean hasTimes, Spelling spelling) throws IOException {
        UnaryOperator<String> coloured = text -> "\u001B[38;5;12m" + text.replace(" {", " \u001B[0m{") + "\u001B[0m";
        StringBuilder text = new StringBuilder();
        conversation()
                .forEach(message ->
                        text.append(coloured.apply(spelling.write(message))).append('\n'));
        assertRead(read(text.toString().getBytes(UTF_8)), hasTimes);

        String log = "The tool has started\n" + file(spelling, "\n") + "java.lang.Error\n\tat x.Y\n\tat x.Z\n";
        WireRecording recording = read(log.getBytes(UTF_8));
        assertThat(recording.frames()).hasSize(CONVERSATION.size());
        assertThat(recording.unreadable().count()).isEqualTo(4);
        assertThat(recording.unreadable().first().get(0)).isEqualTo(new UnreadableLines.Line(1, 1, "no JSON"));
        assertThat(recording.unreadable().first().get(1).last())
                .isEqualTo((int) log.lines().count());
    }

    @Test
    void arraysAndDocumentsOfMessagesAreRead() throws IOException {
        List<String> messages = conversation().stream().map(Sent::json).toList();
        String array = "[" + String.join(",", messages) + "]";
        for (String text : List.of(
                array,
                JSON.readTree(array).toPrettyString(),
                "[\n" + String.join(",\n", messages) + "\n]\n",
                "{\"version\":1,\"messages\":" + array + "}",
                JSON.readTree("{\"log\":{\"entries\":" + array + "}}").toPrettyString(),
                String.join(" ", messages))) {
            assertRead(read(text.getBytes(UTF_8)), false);
        }
    }

    /** An array is read as far as it goes. */
    @Test
    void aDamagedMessageOfAnArrayIsTheOnlyOneThatIsLost() throws IOException {
        List<String> lines =
                new ArrayList<>(conversation().stream().map(Sent::json).toList());
        lines.set(3, lines.get(3).substring(0, 20));
        WireRecording recording = read(("[\n" + String.join(",\n", lines) + "\n]\n").getBytes(UTF_8));

        assertThat(recording.frames()).hasSize(CONVERSATION.size() - 1);
        assertThat(recording.unreadable().first())
                .containsExactly(
                        new UnreadableLines.Line(1, 1, "its JSON is incomplete"),
                        new UnreadableLines.Line(5, 5, "its JSON is incomplete"));
    }

    @Test
    void updatesOfGrokAreNotificationsOfTheAgent() throws IOException {
        String update =
                "{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\","
                        + "\"text\":\"hello\"}}}";
        WireRecording recording = read(("{\"timestamp\":1772600767,\"method\":\"session/update\",\"params\":" + update
                        + "}\n"
                        + "{\"timestamp\":1772600768,\"method\":\"_x.ai/session/update\",\"params\":" + update + "}\n"
                        + update + "\n" + "{\"timestamp\":17726")
                .getBytes(UTF_8));

        assertThat(recording.frames()).hasSize(3).noneMatch(WireFrame::fromClient);
        assertThat(recording.frames().get(1).time()).isEqualTo(Instant.ofEpochSecond(1_772_600_768));
        for (WireFrame frame : recording.frames()) {
            JsonNode message = JSON.readTree(frame.bytes());
            assertThat(message.path("jsonrpc").asText()).isEqualTo("2.0");
            assertThat(message.path("params")).isEqualTo(JSON.readTree(update));
        }
        assertThat(recording.isTruncated()).isTrue();
    }

    @Test
    void fixturesOfCodexAreReadWithoutIds() throws IOException {
        WireRecording lines = read("""
            {"direction":"response","method":"initialize","params":{"protocolVersion":1}}
            {"direction":"notify","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan"}}}
            {"direction":"request","method":"session/request_permission","params":{"sessionId":"s"}}
            {"direction":"response","method":"session/prompt","params":{"stopReason":"end_turn"}}
            """.getBytes(UTF_8));
        assertThat(lines.frames()).hasSize(4).noneMatch(WireFrame::fromClient);
        assertThat(JSON.readTree(lines.frames().get(0).bytes()))
                .isEqualTo(JSON.readTree(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"initialize\",\"result\":{\"protocolVersion\":1}}"));
        assertThat(JSON.readTree(lines.frames().get(1).bytes()).has("id")).isFalse();

        WireRecording calls = read("""
            {
              "method": "sessionUpdate",
              "args": [ { "update": { "sessionUpdate": "plan" } } ]
            }
            {
              "method": "requestPermission",
              "args": [ { "sessionId": "s", "options": [] } ]
            }\
            """.getBytes(UTF_8));
        assertThat(calls.frames()).hasSize(2).noneMatch(WireFrame::fromClient);
        assertThat(JSON.readTree(calls.frames().get(0).bytes()).path("method").asText())
                .isEqualTo("session/update");
        assertThat(JSON.readTree(calls.frames().get(1).bytes()).path("method").asText())
                .isEqualTo("session/request_permission");
    }

    @Test
    void partsOfMessagesInALineAreRead() throws IOException {
        WireRecording recording = read("""
            --> initialize (id=0) params={"protocolVersion":1}
            <-- initialize (id=0) result={"protocolVersion":1}
            <-- notification session/update params={"sessionId":"s","update":{"sessionUpdate":"plan"}}
            """.getBytes(UTF_8));

        assertThat(recording.frames()).extracting(WireFrame::fromClient).containsExactly(true, false, false);
        assertThat(JSON.readTree(recording.frames().get(1).bytes()))
                .isEqualTo(JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1}}"));
    }

    @Test
    void namedConnectionsAreSeparated() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Sent message : conversation()) {
            for (String name : List.of("a1b2", "c3d4")) {
                text.append(message.member(
                                "conn", quoted(name), "dir", message.pick("\"out\"", "\"in\""), "msg", message.json()))
                        .append('\n');
            }
        }
        WireRecording recording = read(text.toString().getBytes(UTF_8));

        assertThat(recording.framesOf(1)).hasSize(CONVERSATION.size());
        assertThat(recording.framesOf(2)).hasSize(CONVERSATION.size());
    }

    @Test
    void aFileWithoutMessagesIsRefusedWithTheReasonAndWithoutContents() throws IOException {
        ByteArrayOutputStream secret = new ByteArrayOutputStream();
        secret.writeBytes(
                "password=s3cr3t\n{\"level\":\"info\",\"token\":\"s3cr3t\"}\n{\"a\": s3cr3t\n".getBytes(UTF_8));

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> read(secret.toByteArray()))
                .hasMessage(
                        "x.log has no message of the protocol: 3 lines could not be read (line 1: no JSON; line 2: no"
                                + " message; line 3: its JSON is damaged)");
    }

    @Test
    void aValueThatIsTruncatedIsNotTheEndMark() throws IOException {
        String update = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{}}";
        WireRecording recording =
                read(("{\"dir\":\"in\",\"truncated\":true,\"msg\":" + update + "}\noutput {\"truncated\":true}\n")
                        .getBytes(UTF_8));

        assertThat(recording.frames()).hasSize(1);
        assertThat(recording.isTruncated()).isFalse();
        assertThat(read((update + "\n{\"truncated\":true}\n").getBytes(UTF_8)).isTruncated())
                .isTrue();
    }

    @Test
    void theElementsOfACutArrayAreRead() throws IOException {
        StringBuilder text = new StringBuilder("[");
        conversation().forEach(message -> text.append(message.json()).append(','));
        WireRecording recording =
                read(text.append("{\"jsonrpc\":\"2.0\",\"id\":[{").toString().getBytes(UTF_8));

        assertThat(recording.frames()).hasSize(CONVERSATION.size());
        assertThat(recording.isTruncated()).isTrue();
    }
}
