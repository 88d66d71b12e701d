package io.acp4j.inspector.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.recording.WireFrame;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of clients that fork as AIR does, at a message of the agent, replayed against an agent that gives ids of its own. */
class AirForkReplayTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    /** A client that says what a recorded one has said, and forks at a point of AIR. */
    private final class AirClient implements AutoCloseable {
        private final Map<String, ObjectNode> requests = new HashMap<>();
        private final List<WireFrame> frames = new ArrayList<>();
        private final ScriptedAgent agent = new ScriptedAgent();
        private final RawLink link =
                new RawLink(agent.source(directory).opening().open(line -> {}));
        private final int version;
        private String session = "";

        AirClient(int version) throws Exception {
            this.version = version;
            Path file = Recorded.conversation(
                    directory.resolve("any.jsonl"), new ProtocolVersion(version), directory, "one");
            for (WireFrame frame : RecordingFiles.read(file).frames()) {
                JsonNode json = FrameJson.MAPPER.readTree(frame.bytes());
                if (frame.fromClient() && json.has("method")) {
                    requests.putIfAbsent(json.path("method").asText(), (ObjectNode) json);
                }
            }
        }

        private ObjectNode request(String method) {
            ObjectNode request = requests.get(method).deepCopy();
            ((ObjectNode) request.path("params")).replace("sessionId", new TextNode(session));
            return request.put("id", frames.size() + 1_000);
        }

        /** Sends a request, and reads up to its response and, in version 2, to where a prompt has had its effect. */
        private JsonNode ask(ObjectNode request) throws Exception {
            link.send(request);
            frames.add(new WireFrame(true, Instant.EPOCH, FrameJson.MAPPER.writeValueAsBytes(request)));
            JsonNode response = null;
            boolean isIdle = version == 1 || !request.path("method").asText().equals("session/prompt");
            while (response == null || !isIdle) {
                byte[] frame = Objects.requireNonNull(link.next(LIMIT));
                frames.add(new WireFrame(false, Instant.EPOCH, frame));
                JsonNode json = FrameJson.MAPPER.readTree(frame);
                response = json.path("id").equals(request.path("id")) ? json : response;
                isIdle |= json.at("/params/update/state").asText().equals("idle");
            }
            return response;
        }

        void converse() throws Exception {
            JsonNode unused = ask(requests.get("initialize"));
            ObjectNode create = requests.get("session/new").deepCopy().put("id", 999);
            session = ask(create).at("/result/sessionId").asText();
            prompt("one");
            prompt("two");
        }

        void prompt(String text) throws Exception {
            ObjectNode request = request("session/prompt");
            ((ObjectNode) request.at("/params/prompt/0")).put("text", text);
            JsonNode unused = ask(request);
        }

        void fork(ObjectNode point) throws Exception {
            ObjectNode request = request("session/fork");
            ((ObjectNode) request.path("params"))
                    .putObject("_meta")
                    .putObject("jetbrains")
                    .putObject("air")
                    .set("fork", point);
            session = ask(request).at("/result/sessionId").asText();
        }

        /** Returns the fork point of AIR after the first thing that the agent has said. */
        ObjectNode point(boolean hasId, String suffix, boolean hasText) throws Exception {
            Heard heard = new Heard();
            frames.forEach(frame -> heard.received(frame.bytes()));
            String id = hasId ? heard.firstMessage() : "of-another-run";
            ObjectNode point =
                    FrameJson.MAPPER.createObjectNode().put("version", 1).put("messageId", id + suffix);
            if (hasText) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest("I have heard: one".getBytes(UTF_8));
                point.put("messageFingerprint", "sha256:" + HexFormat.of().formatHex(digest));
            }
            return point;
        }

        @Override
        public void close() {
            link.close();
            agent.close();
        }
    }

    /** What the live agent was sent and has said. */
    private static final class Heard implements ReplayListener {
        private final List<JsonNode> frames = new ArrayList<>();

        private void add(byte[] frame) {
            try {
                frames.add(FrameJson.MAPPER.readTree(frame));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void sending(byte[] frame) {
            add(frame);
        }

        @Override
        public void received(byte[] frame) {
            add(frame);
        }

        private String firstMessage() {
            return texts("/params/update/messageId", "/params/update/sessionUpdate", "agent_message_chunk");
        }

        private String forkedAt() {
            return texts("/params/_meta/jetbrains/air/fork/messageId", "/method", "session/fork");
        }

        private String texts(String pointer, String kind, String word) {
            return frames.stream()
                    .filter(frame -> frame.at(kind).asText().equals(word))
                    .map(frame -> frame.at(pointer).asText())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private @Nullable Divergence replayed(List<WireFrame> frames, ReplayListener listener) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent();
                RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            return new Replay(frames, link, false, LIMIT, null, listener).play();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, true, '', false",
        "1, true, '', true",
        "1, true, :segment:1, true",
        "1, false, '', true",
        "1, false, :segment:1, true",
        "2, true, '', false",
        "2, true, '', true",
        "2, true, :segment:1, true",
        "2, false, '', true",
        "2, false, :segment:1, true"
    })
    void thePointIsThatOfTheLiveAgent(int version, boolean hasId, String suffix, boolean hasText) throws Exception {
        List<WireFrame> frames;
        try (AirClient client = new AirClient(version)) {
            client.converse();
            client.fork(client.point(hasId, suffix, hasText));
            client.prompt("in the fork");
            frames = client.frames;
        }
        assertThat(frames)
                .extracting(frame -> new String(frame.bytes(), UTF_8))
                .anyMatch(text -> text.contains("I have heard: one | in the fork"));

        Heard heard = new Heard();
        assertThat(replayed(frames, heard)).isNull();
        assertThat(heard.forkedAt()).isEqualTo((hasId ? heard.firstMessage() : "of-another-run") + suffix);
    }
}
