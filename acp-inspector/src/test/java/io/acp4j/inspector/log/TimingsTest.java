package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimingsTest {

    private static final long SECOND = 1_000_000;

    private FrameLog log;

    @BeforeEach
    void create() throws IOException {
        log = FrameLog.create();
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    private void add(Direction direction, long micros, String frame) {
        log.recorded(direction, Instant.EPOCH.plusNanos(micros * 1000), frame.getBytes(UTF_8));
    }

    private void asks(long micros, int id, String method, String session) {
        add(
                Direction.OUTBOUND,
                micros,
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\""
                        + session + "\"}}");
    }

    private void answers(long micros, int id, String how) {
        add(Direction.INBOUND, micros, "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"" + how + "\":{}}");
    }

    private void updates(long micros, String session, String kind) {
        add(
                Direction.INBOUND,
                micros,
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + session
                        + "\",\"update\":{\"sessionUpdate\":\"" + kind + "\"}}}");
    }

    private TimingReport all() {
        return log.timings(0, Long.MAX_VALUE, 0, 1000);
    }

    private List<TimingReport.Request> requests() {
        return all().requests();
    }

    @Test
    void aPromptHasItsFirstTextAndItsLastUpdateAlsoWhenSessionsTakeTurns() {
        asks(10, 1, "session/prompt", "a");
        asks(20, 2, "session/prompt", "b");
        updates(30, "a", "agent_thought_chunk");
        updates(40, "b", "agent_message_chunk");
        updates(50, "a", "agent_message_chunk");
        updates(60, "a", "agent_message_chunk");
        answers(70, 2, "result");
        answers(80, 1, "error");
        updates(90, "b", "state_update");

        assertThat(requests())
                .containsExactly(
                        new TimingReport.Request(0, "session/prompt", true, 10, 70, true, false, 40, 50),
                        new TimingReport.Request(1, "session/prompt", true, 20, 50, false, false, 20, 70));
    }

    @Test
    void aPromptAfterAnotherBeginsAnew() {
        asks(10, 1, "session/prompt", "a");
        updates(20, "a", "agent_message_chunk");
        answers(30, 1, "result");
        asks(40, 2, "session/prompt", "a");
        updates(45, "a", "agent_message");

        assertThat(requests()).extracting(TimingReport.Request::first).containsExactly(10L, 5L);
        assertThat(requests()).extracting(TimingReport.Request::last).containsExactly(10L, 5L);
        assertThat(requests()).extracting(TimingReport.Request::latency).containsExactly(20L, -1L);
    }

    @Test
    void whatWaitsWhenTheConnectionEndsIsLost() {
        asks(10, 1, "session/new", "");
        answers(20, 1, "result");
        asks(30, 2, "session/prompt", "a");
        updates(50, "a", "plan");
        log.connectionEnded();
        updates(60, "a", "agent_message_chunk");

        assertThat(requests()).extracting(TimingReport.Request::isLost).containsExactly(false, true);
        assertThat(requests()).extracting(TimingReport.Request::latency).containsExactly(10L, 20L);
        assertThat(requests()).extracting(TimingReport.Request::first).containsExactly(-1L, -1L);
    }

    @Test
    void theTimeOfALiveConnectionContinuesWhileARequestWaits() throws IOException {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(100));
        try (FrameLog live = FrameLog.create(100, 1_000_000, new SettableClock(now))) {
            byte[] request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/prompt\"}".getBytes(UTF_8);
            live.onFrame(Direction.OUTBOUND, request, 0, request.length);
            assertThat(live.facts().waiting()).extracting(FrameRow::number).containsExactly(0L);
            assertThat(live.row(0).waits()).isTrue();

            now.set(Instant.ofEpochSecond(130));
            TimingReport report = live.timings(0, Long.MAX_VALUE, 0, 10);
            assertThat(report.end() - report.begin()).isEqualTo(30 * SECOND);
            assertThat(report.parts())
                    .extracting(TimingReport.Part::waitingForAgent)
                    .containsOnly(1);

            now.set(Instant.ofEpochSecond(145));
            live.connectionEnded();
            now.set(Instant.ofEpochSecond(160));
            TimingReport ended = live.timings(0, Long.MAX_VALUE, 0, 10);
            assertThat(ended.end()).isEqualTo(145 * SECOND);
            assertThat(ended.requests())
                    .extracting(TimingReport.Request::latency)
                    .containsExactly(45 * SECOND);
            assertThat(live.facts().waiting()).isEmpty();
            assertThat(live.row(0).waits()).isFalse();
        }
    }

    private static final class SettableClock extends Clock {

        private final AtomicReference<Instant> now;

        SettableClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public Instant instant() {
            return now.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void onlyTheOldestRequestWithAnIdThatIsUsedTwiceNoLongerWaits() {
        asks(10, 1, "a", "");
        asks(20, 1, "b", "");
        asks(30, 2, "c", "");
        answers(40, 2, "result");

        assertThat(log.facts().waiting()).extracting(FrameRow::method).containsExactly("b");
        assertThat(log.row(0).waits()).isFalse();
        assertThat(log.row(2).waits()).isFalse();
    }

    @Test
    void aPartOfTheTimeHasWhatIsUnderWayInIt() {
        asks(10, 1, "a", "");
        answers(20, 1, "result");
        asks(30, 2, "b", "");
        answers(60, 2, "result");
        asks(70, 3, "c", "");

        assertThat(log.timings(21, 29, 0, 10).matching()).isZero();
        assertThat(log.timings(20, 30, 0, 10).requests())
                .extracting(TimingReport.Request::method)
                .containsExactly("a", "b");
        // One that waits is under way for good.
        assertThat(log.timings(500, 600, 0, 10).requests())
                .extracting(TimingReport.Request::method)
                .containsExactly("c");
        assertThat(log.timings(0, 600, 1, 1).requests())
                .extracting(TimingReport.Request::method)
                .containsExactly("b");
        assertThat(log.timings(0, 600, 1, 1).matching()).isEqualTo(3);
    }

    @Test
    void whatGoesOverTheWireIsCountedInNoMoreThanSoManyPartsHoweverLongItTakes() {
        for (long second = 0; second < 5_000; second++) {
            asks(second * SECOND, (int) second, "a", "");
            answers(second * SECOND + 1, (int) second, "result");
        }
        TimingReport report = all();

        assertThat(report.parts()).hasSizeBetween(Timings.MAX_PARTS / 2, Timings.MAX_PARTS);
        assertThat(report.width() * report.parts().size()).isGreaterThanOrEqualTo(report.end() - report.begin());
        assertThat(report.parts().stream()
                        .mapToLong(TimingReport.Part::framesIn)
                        .sum())
                .isEqualTo(5_000);
        assertThat(report.parts().stream()
                        .mapToLong(TimingReport.Part::framesOut)
                        .sum())
                .isEqualTo(5_000);
        assertThat(report.parts().stream()
                        .mapToLong(part -> part.bytesIn() + part.bytesOut())
                        .sum())
                .isEqualTo(log.facts().bytes(Direction.INBOUND) + log.facts().bytes(Direction.OUTBOUND));
    }

    @Test
    void theNewestRequestsAreKeptAndStillPaired() {
        for (int i = 0; i < Timings.MAX_REQUESTS + 5; i++) {
            asks(i, i, "a", "");
        }
        answers(Timings.MAX_REQUESTS + 10, Timings.MAX_REQUESTS, "error");
        TimingReport report = log.timings(0, Long.MAX_VALUE, Timings.MAX_REQUESTS - 5, 1);

        assertThat(report.forgotten()).isEqualTo(5);
        assertThat(report.matching()).isEqualTo(Timings.MAX_REQUESTS);
        assertThat(report.requests())
                .containsExactly(new TimingReport.Request(
                        Timings.MAX_REQUESTS, "a", true, Timings.MAX_REQUESTS, 10, true, false, -1, -1));
    }

    @Test
    void aClockThatIsSetBackAndALogThatIsClearedAreNoTrouble() throws IOException {
        asks(10 * SECOND, 1, "a", "");
        answers(SECOND, 1, "result");
        assertThat(requests()).extracting(TimingReport.Request::latency).containsExactly(0L);
        assertThat(all().parts()).hasSize(1);

        log.clear();
        assertThat(all()).isEqualTo(new TimingReport(0, 0, all().width(), List.of(), 0, 0, List.of()));
        asks(20 * SECOND, 1, "b", "");
        assertThat(all().begin()).isEqualTo(20 * SECOND);
    }

    @Test
    void whatWaitsForAResponseIsKnownOfEachPartOfTheTime() {
        asks(0, 1, "a", "");
        asks(1 * SECOND, 2, "a", "");
        answers(2 * SECOND, 1, "result");
        answers(3 * SECOND, 2, "result");
        asks(4 * SECOND, 3, "a", "");
        List<TimingReport.Part> parts = all().parts();
        long width = all().width();

        assertThat(parts.get(0).waitingForAgent()).isOne();
        assertThat(parts.get((int) (SECOND / 2 / width)).waitingForAgent()).isOne();
        assertThat(parts.get((int) (SECOND * 3 / 2 / width)).waitingForAgent()).isEqualTo(2);
        assertThat(parts.get((int) (SECOND * 5 / 2 / width)).waitingForAgent()).isOne();
        assertThat(parts.get((int) (SECOND * 7 / 2 / width)).waitingForAgent()).isZero();
        assertThat(parts).extracting(TimingReport.Part::waitingForClient).containsOnly(0);

        log.connectionEnded();
        asks(9 * SECOND, 4, "a", "");
        assertThat(all().parts().get((int) (SECOND * 7 / all().width())).waitingForAgent())
                .isZero();
    }

    @Test
    void promptsAreFoundByHowManyCameAfterThemAndRowsByTheirPrompt() {
        asks(1, 1, "session/prompt", "a");
        answers(2, 1, "result");
        asks(3, 2, "session/prompt", "b");
        asks(4, 3, "session/prompt", "a");

        assertThat(log.prompt("a", 0)).isEqualTo(3);
        assertThat(log.prompt("a", 1)).isZero();
        assertThat(log.prompt("a", 2)).isEqualTo(FrameRow.NONE);
        assertThat(log.promptsSince("a", 2)).isOne();
        assertThat(log.promptsSince("a", 3)).isZero();
        assertThat(log.promptsSince("b", 1)).isEqualTo(-1);
    }

    @Test
    void bytesThatWaitAreShownInTheirPartOfTheTimeAndUntilTheyAreGone() {
        Timings timings = new Timings();
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}".getBytes(UTF_8);
        timings.queued(5, 1, 1); // Before there is any time to show.
        timings.add(
                new FrameRow(0, 10, 1, Direction.OUTBOUND, FrameHead.of(frame, 0, frame.length), frame.length, 0),
                0,
                0);
        assertThat(timings.queued(15_000, 300, 7)).isTrue();
        assertThat(timings.queued(15_500, 300, 7)).isFalse();
        timings.queued(16_000, 100, 7);
        timings.queued(45_000, 0, 9);
        timings.queued(61_000, 0, 0);

        assertThat(timings.queues()).containsExactly(0, 0);
        List<TimingReport.Part> parts = timings.report(0, Long.MAX_VALUE, 0, 1).parts();
        assertThat(parts).extracting(TimingReport.Part::queuedIn).containsExactly(0L, 300L, 100L, 100L, 100L, 0L, 0L);
        assertThat(parts).extracting(TimingReport.Part::queuedOut).containsExactly(0L, 7L, 7L, 7L, 9L, 9L, 9L);
    }
}
