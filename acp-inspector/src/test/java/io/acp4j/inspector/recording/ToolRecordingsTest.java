package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same conversation in the shapes in which tools write it. Contents are made up. */
class ToolRecordingsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The messages, each with the sender. The agent and the client use the same id at the same time. */
    private static final List<String> CONVERSATION = List.of(
            "> {'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':1,'clientCapabilities':{}}}",
            "< {'jsonrpc':'2.0','id':0,'result':{'protocolVersion':1,'agentCapabilities':{}}}",
            "> {'jsonrpc':'2.0','id':1,'method':'session/new','params':{'cwd':'/a [b] {c}','mcpServers':[]}}",
            "< {'jsonrpc':'2.0','id':1,'result':{'sessionId':'s1'}}",
            "> {'jsonrpc':'2.0','id':2,'method':'session/prompt','params':{'sessionId':'s1','prompt':[{'type':'text','text':'→"
                    + " in'}]}}",
            "< {'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s1','update':{'sessionUpdate':"
                    + "'agent_message_chunk','content':{'type':'text','text':'from agent to client: {'}}}}",
            "< {'jsonrpc':'2.0','id':2,'method':'session/request_permission','params':{'sessionId':'s1','options':[]}}",
            "> {'jsonrpc':'2.0','id':2,'result':{'outcome':{'outcome':'cancelled'}}}",
            "> {'jsonrpc':'2.0','method':'session/cancel','params':{'sessionId':'s1'}}",
            "< {'jsonrpc':'2.0','id':2,'result':{'stopReason':'cancelled'}}");

    private static final Instant START = Instant.parse("2026-03-04T05:06:07.250Z");

    @TempDir
    Path directory;

    /** A message on the way into a file. */
    private record Sent(int index, boolean fromClient, String json) {

        String time() {
            return START.plusSeconds(index).toString();
        }

        String pick(String client, String agent) {
            return fromClient ? client : agent;
        }

        String member(String... namesAndValues) {
            StringBuilder text = new StringBuilder("{");
            for (int i = 0; i < namesAndValues.length; i += 2) {
                text.append(i == 0 ? "" : ",")
                        .append(quoted(namesAndValues[i]))
                        .append(':')
                        .append(namesAndValues[i + 1]);
            }
            return text.append('}').toString();
        }

        String pretty() {
            try {
                return JSON.readTree(json).toPrettyString();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    private static List<Sent> conversation() {
        List<Sent> all = new ArrayList<>();
        for (String line : CONVERSATION) {
            all.add(new Sent(all.size(), line.startsWith(">"), line.substring(2).replace('\'', '"')));
        }
        return all;
    }

    private interface Spelling {
        String write(Sent message);
    }

    private static Arguments tool(String name, boolean hasTimes, Spelling spelling) {
        return Arguments.of(name, hasTimes, spelling);
    }

    private static String space(Sent sent) {
        return sent.time().replace('T', ' ').replace('.', ',').replace("Z", "");
    }

    static Stream<Arguments> tools() {
        return Stream.of(
                tool(
                        "JetBrains acp-transport.log",
                        true,
                        s -> space(s) + " [  12469]   FINE - AcpTransport - " + s.pick("OUT: ", "IN: ") + s.json()),
                tool(
                        "VS Code ACP Traffic",
                        true,
                        s -> "[" + s.time() + "] "
                                + s.pick(">>> CLIENT → AGENT [REQUEST] x/y", "<<< AGENT → CLIENT [RESPONSE] id=1")
                                + "\n" + s.pretty() + "\n"),
                tool(
                        "VS Code on one line",
                        true,
                        s -> "[" + s.time() + "] " + s.pick(">>> CLIENT → AGENT ", "<<< AGENT → CLIENT ") + s.json()),
                tool(
                        "VS Code log level",
                        true,
                        s -> space(s) + " [trace] " + s.pick("Sending: ", "Received: ") + s.json()),
                tool("send and recv lines", false, s -> s.pick("[SEND] ", "[RECV] ") + s.json()),
                tool("send and recv labels", false, s -> s.pick("send: ", "recv: ") + s.json()),
                tool(
                        "send and recv members",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"send\"", "\"recv\""),
                                "transport",
                                "\"stdio\"",
                                "payload",
                                s.json())),
                tool("send and recv as names", false, s -> s.member(s.pick("send", "recv"), s.json())),
                tool("arrows of one character", false, s -> s.pick("> ", "< ") + s.json()),
                tool("arrows without a space", false, s -> s.pick(">", "<") + s.json()),
                tool("thin arrows", false, s -> s.pick("-> ", "<- ") + s.json()),
                tool("long arrows", true, s -> s.time() + " DEBUG acp: " + s.pick("--> ", "<-- ") + s.json()),
                tool("arrows of an agent", false, s -> s.pick("<-- ", "--> ") + s.json()),
                tool("typographic arrows", false, s -> s.pick("→ ", "← ") + s.json()),
                tool(
                        "in and out of a client",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "conn",
                                "\"a1b2\"",
                                "dir",
                                s.pick("\"out\"", "\"in\""),
                                "msg",
                                s.json())),
                tool(
                        "in and out of an agent",
                        true,
                        s -> s.member(
                                "timestamp",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"in\"", "\"out\""),
                                "message",
                                s.json())),
                tool(
                        "incoming and outgoing",
                        true,
                        s -> s.member(
                                "timestamp",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"outgoing\"", "\"incoming\""),
                                "payload",
                                s.json())),
                tool(
                        "incoming and outgoing of an agent",
                        true,
                        s -> "INFO  [" + s.time() + "] " + s.pick("incoming message ", "outgoing message ") + s.json()),
                tool("client and agent labels", false, s -> s.pick("client: ", "agent: ") + s.json()),
                tool(
                        "client and agent in brackets",
                        true,
                        s -> "[" + s.time() + "] [" + s.pick("CLIENT", "AGENT") + "] " + s.json()),
                tool(
                        "from and to",
                        false,
                        s -> s.pick("Message from client to agent: ", "Message from agent to client: ") + s.json()),
                tool("to alone", false, s -> s.pick("sent to the agent ", "sent to the client ") + s.json()),
                tool(
                        "client and agent members",
                        true,
                        s -> s.member(
                                "time",
                                String.valueOf(START.plusSeconds(s.index()).toEpochMilli()),
                                "from",
                                s.pick("\"client\"", "\"agent\""),
                                "message",
                                s.json())),
                tool(
                        "text member of recorders",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"fromClient\"", "\"fromAgent\""),
                                "json",
                                quoted(s.json()))),
                tool(
                        "c2a and a2c",
                        true,
                        s -> s.member(
                                "ts",
                                String.valueOf(START.plusSeconds(s.index()).toEpochMilli() / 1000.0),
                                "dir",
                                s.pick("\"c2a\"", "\"a2c\""),
                                "msg",
                                s.json())),
                tool(
                        "direction beside the members",
                        true,
                        s -> "{\"direction\":" + s.pick("\"outbound\"", "\"inbound\"") + ",\"time\":" + quoted(s.time())
                                + "," + s.json().substring(1)),
                tool(
                        "structured log",
                        true,
                        s -> s.member(
                                "@timestamp",
                                quoted(s.time()),
                                "level",
                                "\"debug\"",
                                "msg",
                                quoted(s.pick("--> ", "<-- ") + s.json()))),
                tool(
                        "acp4j",
                        true,
                        s -> s.member(
                                "time",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"outbound\"", "\"inbound\""),
                                "frame",
                                s.json())),
                tool("bare messages", false, Sent::json),
                tool("bare messages over several lines", false, Sent::pretty),
                tool("times of the day", false, s -> "05:06:07.250 " + s.pick("out ", "in ") + s.json()),
                tool("standard streams", false, s -> s.pick("[stdin] ", "[stdout] ") + s.json()));
    }

    private WireRecording read(byte[] bytes) throws IOException {
        return RecordingFiles.read(Files.write(directory.resolve("x.log"), bytes), "x.log");
    }

    private static String file(Spelling spelling, String end) {
        StringBuilder text = new StringBuilder();
        conversation().forEach(message -> text.append(spelling.write(message)).append('\n'));
        return text.toString().replace("\n", end);
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
    @MethodSource("tools")
    void aConversationIsReadWithSendersAndTimes(String tool, boolean hasTimes, Spelling spelling) throws IOException {
        assertRead(read(file(spelling, "\n").getBytes(UTF_8)), hasTimes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tools")
    void encodingsAndEndsOfLinesMakeNoDifference(String tool, boolean hasTimes, Spelling spelling) throws IOException {
        String text = file(spelling, "\r\n");
        for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
            assertRead(read(text.getBytes(charset)), hasTimes);
            assertRead(read(("\uFEFF" + text).getBytes(charset)), hasTimes);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tools")
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
