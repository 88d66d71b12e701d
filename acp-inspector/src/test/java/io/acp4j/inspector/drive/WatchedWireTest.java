package io.acp4j.inspector.drive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.StateBoard;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedWireTest {

    private final StateBoard board = new StateBoard();
    private FrameLog log;
    private WatchedWire wire;

    @BeforeEach
    void create() throws IOException {
        log = FrameLog.create();
        wire = new WatchedWire("monday", "r", "recorded", log, board);
    }

    @AfterEach
    void close() throws IOException {
        wire.close();
        log.close();
    }

    private void frame(int connection, boolean fromClient, String members) {
        String frame = "{'jsonrpc':'2.0'," + members + "}";
        wire.frame(
                connection, fromClient, Instant.EPOCH, frame.replace('\'', '"').getBytes(UTF_8));
    }

    private void opens(int connection, int version) {
        frame(connection, true, "'id':0,'method':'initialize','params':{'protocolVersion':" + version + "}");
        frame(connection, false, "'id':0,'result':{'protocolVersion':" + version + "}");
    }

    private void creates(int connection) {
        frame(connection, true, "'id':1,'method':'session/new','params':{'cwd':'/','mcpServers':[]}");
        frame(connection, false, "'id':1,'result':{'sessionId':'s1'}");
    }

    private void says(int connection, String text) {
        frame(
                connection,
                false,
                "'method':'session/update','params':{'sessionId':'s1','update':{'sessionUpdate':'agent_message_chunk',"
                        + "'content':{'type':'text','text':'" + text + "'}}}");
    }

    private List<String> keys() {
        JsonNode nodes =
                board.since(0, Integer.MAX_VALUE).values().get("sessions@r").path("nodes");
        return nodes.findValuesAsText("key");
    }

    private List<String> texts(String key) {
        return wire.conversation(key).messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    @Test
    void newSessionWithTheIdOfAnEarlierConnectionIsAnotherSession() {
        opens(1, 1);
        creates(1);
        says(1, "one");
        opens(2, 1);
        creates(2);
        says(2, "two");
        says(1, ", still one");

        assertThat(keys()).containsExactlyInAnyOrder("r-1", "r-2");
        assertThat(texts("r-1")).containsExactly("one, still one");
        assertThat(texts("r-2")).containsExactly("two");
    }

    @Test
    void sessionThatALaterConnectionLoadsIsTheSame() {
        opens(1, 1);
        creates(1);
        says(1, "one");
        opens(2, 1);
        frame(2, true, "'id':1,'method':'session/resume','params':{'cwd':'/','sessionId':'s1'}");
        frame(2, false, "'id':1,'result':{}");
        says(2, ", two");

        assertThat(keys()).containsExactly("r-1");
        assertThat(texts("r-1")).containsExactly("one, two");
    }

    @Test
    void eachConnectionHasItsVersionOfTheProtocol() {
        opens(1, 1);
        opens(2, 2);
        creates(1);
        frame(
                1,
                true,
                "'id':2,'method':'session/prompt','params':{'sessionId':'s1','prompt':[{'type':'text','text':'hi'}]}");

        assertThat(texts("r-1")).containsExactly("hi");
    }
}
