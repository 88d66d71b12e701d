package io.acp4j.inspector.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.PageException;
import io.acp4j.rpc.WireListener.Direction;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** What of a log is replayed. */
class ReplaySourceTest {

    private static void frame(FrameLog log, Direction direction, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        log.onFrame(direction, bytes, 0, bytes.length);
    }

    private static String said(ReplaySource source) {
        StringBuilder said = new StringBuilder();
        source.frames()
                .forEach(frame -> said.append(frame.fromClient() ? ">" : "<").append(new String(frame.bytes(), UTF_8)));
        return said.toString();
    }

    @Test
    void theNewestConnectionThatHasFramesIsReplayedWithItsRows() throws Exception {
        try (FrameLog log = FrameLog.create()) {
            frame(log, Direction.OUTBOUND, "old");
            log.connectionEnded();
            log.event("connecting");
            frame(log, Direction.OUTBOUND, "{}");
            frame(log, Direction.INBOUND, "no message");
            assertThat(said(ReplaySource.of(log))).isEqualTo(">{}<no message");
            assertThat(ReplaySource.of(log).rows()).containsExactly(2L, 3L);

            log.connectionEnded();
            assertThat(said(ReplaySource.of(log))).isEqualTo(">{}<no message");
            log.event("connecting");
            assertThat(ReplaySource.of(log).rows()).containsExactly(2L, 3L);
        }
    }

    @Test
    void aLogWithoutFramesHasNothingToReplay() throws Exception {
        try (FrameLog log = FrameLog.create()) {
            assertThatThrownBy(() -> ReplaySource.of(log)).isInstanceOf(PageException.class);
            log.event("connecting");
            assertThatThrownBy(() -> ReplaySource.of(log)).hasMessageContaining("no messages yet");
        }
    }

    @Test
    void aConversationWhoseBeginningIsGoneIsNotReplayed() throws Exception {
        try (FrameLog log = FrameLog.create(64, 100_000, Clock.systemUTC())) {
            for (int i = 0; i < 200; i++) {
                frame(log, Direction.INBOUND, "{}");
            }
            assertThat(log.first()).isPositive();
            assertThatThrownBy(() -> ReplaySource.of(log)).hasMessageContaining("beginning");
            log.connectionEnded();
            frame(log, Direction.OUTBOUND, "{\"method\":\"initialize\"}");
            assertThat(said(ReplaySource.of(log))).isEqualTo(">{\"method\":\"initialize\"}");
        }
    }

    @Test
    void whatIsTooLongForThePageIsLeftToTheCommand() throws Exception {
        try (FrameLog log = FrameLog.create()) {
            byte[] large = ("\"" + "x".repeat(17 * 1024 * 1024) + "\"").getBytes(UTF_8);
            for (int i = 0; i < 4; i++) {
                log.onFrame(Direction.INBOUND, large, 0, large.length);
            }
            assertThatThrownBy(() -> ReplaySource.of(log)).hasMessageContaining("acp replay");
        }
    }
}
