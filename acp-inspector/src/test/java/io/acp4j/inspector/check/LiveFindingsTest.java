package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveFindingsTest {

    private static final byte[] WRONG = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}".getBytes(UTF_8);

    private static void connections(FrameLog log, int count) {
        for (int i = 0; i < count; i++) {
            log.open("test").onFrame(Direction.OUTBOUND, WRONG, 0, WRONG.length);
        }
    }

    private static JsonNode shown(StateBoard board) {
        return board.since(0, Integer.MAX_VALUE).values().get("findings");
    }

    private static void awaitFinding(StateBoard board, long frame) {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(shown(board).path("findings").findValues("frame"))
                        .extracting(JsonNode::asLong)
                        .contains(frame));
    }

    @Test
    void findingsOfEarlierConnectionsAreLimited() throws IOException {
        StateBoard board = new StateBoard();
        try (FrameLog log = FrameLog.create()) {
            connections(log, 3_000);
            try (LiveFindings findings = new LiveFindings(log, board, "findings")) {
                awaitFinding(board, 2_999);
                assertThat(shown(board).path("findings")).hasSizeBetween(1_000, 1_100);
                assertThat(shown(board).path("cut").asBoolean()).isTrue();
            }
        }
    }

    @Test
    void findingsOfEarlierConnectionsGoWithTheirFrames() throws IOException {
        StateBoard board = new StateBoard();
        try (FrameLog log = FrameLog.create(32, 1_000_000, Clock.systemUTC());
                LiveFindings findings = new LiveFindings(log, board, "findings")) {
            connections(log, 20);
            awaitFinding(board, 19);
            connections(log, 40);
            awaitFinding(board, 59);
            assertThat(shown(board).path("findings").findValues("frame"))
                    .extracting(JsonNode::asLong)
                    .allMatch(frame -> frame >= 12);
            assertThat(shown(board).path("cut").asBoolean()).isFalse();
        }
    }
}
