package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.update.SessionNotification;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordedForkTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What {@code sha256sum} says of "three". */
    private static final String THREE = "sha256:8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f";

    private Conversation source;

    @BeforeEach
    void converse() throws Exception {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        says(transcript, "user_message_chunk", "u1", "one");
        says(transcript, "agent_message_chunk", "a1:segment:1", "two");
        says(transcript, "agent_message_chunk", "a2", "three");
        says(transcript, "user_message_chunk", "u2", "four");
        says(transcript, "agent_message_chunk", "a3", "three");
        says(transcript, "agent_message_chunk", "a4", "five");
        source = transcript.snapshot();
    }

    private static void says(DefaultSessionTranscript to, String update, String id, String text) throws Exception {
        to.update(
                SessionNotification.CODEC.decode(RawJson.of(json("{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\""
                        + update + "\",\"messageId\":\"" + id + "\",\"content\":{\"type\":\"text\",\"text\":\"" + text
                        + "\"}}}"))));
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    private List<String> inherits(String params) throws IOException {
        return RecordedFork.history(source, json(params), JSON.missingNode()).messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    private List<String> air(String fork) throws IOException {
        return inherits("{\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":" + fork + "}}}}");
    }

    @Test
    void theWholeSessionOrUpToAMessage() throws IOException {
        assertThat(inherits("{}")).hasSize(6);
        assertThat(inherits("{\"messageId\":\"u2\"}")).containsExactly("one", "two", "three", "four");
        assertThat(inherits("{\"messageId\":\"unknown\"}")).isEmpty();
    }

    @Test
    void thePointOfTheAirDialectIsFoundByIdAndByItsSegments() throws IOException {
        assertThat(air("{\"messageId\":\"a2\"}")).containsExactly("one", "two", "three");
        assertThat(air("{\"messageId\":\"a1\"}")).containsExactly("one", "two");
        assertThat(air("{\"messageId\":\"a2:segment:4\"}")).containsExactly("one", "two", "three");
    }

    @Test
    void idsThatAreNewAreMadeUpForByTheText() throws IOException {
        assertThat(air("{\"messageId\":\"x\",\"messageFingerprint\":\"" + THREE + "\",\"messageOccurrence\":2}"))
                .containsExactly("one", "two", "three", "four", "three");
        assertThat(air("{\"messageId\":\"x\",\"messageFingerprint\":\"" + THREE + "\"}"))
                .containsExactly("one", "two", "three");
        assertThat(air("{\"messageId\":\"x\"}")).isEmpty();
    }

    @Test
    void whatIsNoPointForksTheWhole() throws IOException {
        assertThat(air("{\"messageId\":7}")).hasSize(6);
        assertThat(air("null")).hasSize(6);
    }
}
