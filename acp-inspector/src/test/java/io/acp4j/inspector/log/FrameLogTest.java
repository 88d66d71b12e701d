package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameLogTest {

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

    private FrameRow row(long number) {
        return Objects.requireNonNull(log.row(number));
    }

    private static String request(Object id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    private static String response(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    @Test
    void bytesAreKeptAsTheyCame() {
        byte[] odd = {'{', (byte) 0xff, 0, '\r', ' '};
        log.onFrame(Direction.INBOUND, odd, 0, odd.length);
        log.onFrame(Direction.INBOUND, odd, 1, 2);

        assertThat(log.bytes(0)).isEqualTo(odd);
        assertThat(log.bytes(1)).isEqualTo(new byte[] {(byte) 0xff, 0});
        assertThat(log.bytes(2)).isNull();
    }

    @Test
    void aResponseIsPairedWithTheRequestOfTheOtherSide() {
        add(Direction.OUTBOUND, 10, request(1, "a"));
        add(Direction.INBOUND, 20, request(1, "b"));
        add(Direction.INBOUND, 40, response(1));
        add(Direction.OUTBOUND, 90, response(1));

        assertThat(row(2).method()).isEqualTo("a");
        assertThat(row(2).pair()).isZero();
        assertThat(row(2).latencyMicros()).isEqualTo(30);
        assertThat(row(0).pair()).isEqualTo(2);
        assertThat(row(3).method()).isEqualTo("b");
        assertThat(row(3).latencyMicros()).isEqualTo(70);
    }

    @Test
    void responsesToNothingAndIdsUsedTwiceAreProblems() {
        add(Direction.INBOUND, 1, response(9));
        add(Direction.OUTBOUND, 2, request(1, "a"));
        add(Direction.OUTBOUND, 3, request(1, "a"));
        add(Direction.INBOUND, 4, response(1));
        add(Direction.INBOUND, 5, response(1));

        assertThat(row(0).problem()).contains("no request with this id");
        assertThat(row(1).problem()).isNull();
        assertThat(row(2).problem()).contains("request #1");
        assertThat(row(3).problem()).isNull();
        assertThat(row(4).problem()).contains("no request with this id");
        assertThat(log.facts().problems()).isEqualTo(3);
    }

    @Test
    void requestsOfAConnectionThatEndedAreNotPairedWithThoseOfTheNext() {
        add(Direction.OUTBOUND, 1, request(1, "a"));
        assertThat(log.facts().unanswered(Direction.OUTBOUND)).isEqualTo(1);
        log.connectionEnded();
        add(Direction.INBOUND, 2, response(1));

        assertThat(row(1).pair()).isEqualTo(FrameRow.NONE);
        assertThat(log.facts().unanswered(Direction.OUTBOUND)).isZero();
    }

    @Test
    void connectionsHaveTheirOwnRequestsEvenIfTheirFramesOverlap() {
        LoggedConnection first = log.open("");
        first.recorded(
                Direction.OUTBOUND, Instant.EPOCH, request(1, "session/prompt").getBytes(UTF_8));
        first.ended();
        LoggedConnection second = log.open("the agent was started again");
        second.recorded(
                Direction.OUTBOUND, Instant.EPOCH, request(1, "initialize").getBytes(UTF_8));
        first.recorded(Direction.INBOUND, Instant.EPOCH, response(1).getBytes(UTF_8));
        second.recorded(Direction.INBOUND, Instant.EPOCH, response(1).getBytes(UTF_8));

        assertThat(row(2).method()).isEqualTo("session/prompt");
        assertThat(row(3).method()).isEqualTo("initialize");
        assertThat(log.facts().problems()).isZero();
        assertThat(log.facts().unanswered(Direction.OUTBOUND)).isZero();
        assertThat(log.timings(0, Long.MAX_VALUE, 0, 10).requests())
                .extracting(TimingReport.Request::isLost)
                .containsExactly(false, false);
    }

    @Test
    void aDividerIsBeforeTheRowsOfAnotherConnection() {
        LoggedConnection first = log.open("");
        first.event("a");
        LoggedConnection second = log.open("the agent has crashed");
        second.event("b");
        first.event("c");
        first.recorded(Direction.INBOUND, Instant.EPOCH, response(1).getBytes(UTF_8));
        second.event("d");
        second.recorded(Direction.INBOUND, Instant.EPOCH, response(1).getBytes(UTF_8));
        LogView view = new LogView(log, FrameFilter.ALL);
        view.extend(100);

        assertThat(view.lines(0, 100))
                .extracting(line -> line.divider() == null
                        ? String.valueOf(line.event())
                        : line.divider().number() + line.divider().reason() + line.isStart())
                .containsExactly(
                        "a",
                        "2the agent has crashedtrue",
                        "b",
                        "connection 1: c",
                        "1false",
                        "null",
                        "connection 2: d",
                        "2the agent has crashedfalse",
                        "null");
        assertThat(view.dividers()).isEqualTo(3);
        assertThat(view.indexOf(0)).isZero();
        assertThat(view.indexOf(1)).isEqualTo(2);
        assertThat(view.indexOf(5)).isEqualTo(8);
    }

    @Test
    void latenciesAreSummedUpByMethodAndSide() {
        for (int i = 1; i <= 100; i++) {
            add(Direction.OUTBOUND, i * 1000L, request(i, "a"));
            add(Direction.INBOUND, i * 1000L + i, i == 7 ? "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{}}" : response(i));
        }

        assertThat(log.facts().latencies())
                .containsExactly(new WireFacts.Latencies("a", Direction.OUTBOUND, 100, 1, 50, 90, 99, 100));
    }

    @Test
    void theOldestGoWhenThereIsTooMuch() throws IOException {
        try (FrameLog small = FrameLog.create(160, 1 << 20, Clock.systemUTC())) {
            for (int i = 0; i < 1000; i++) {
                byte[] frame = request(i, "a").getBytes(UTF_8);
                small.onFrame(Direction.OUTBOUND, frame, 0, frame.length);
            }

            assertThat(small.end()).isEqualTo(1000);
            assertThat(small.end() - small.first()).isBetween(140L, 160L);
            assertThat(small.row(small.first() - 1)).isNull();
            assertThat(small.bytes(0)).isNull();
            assertThat(new String(small.bytes(999), UTF_8)).isEqualTo(request(999, "a"));
            assertThat(new String(small.bytes(small.first()), UTF_8)).isEqualTo(request(small.first(), "a"));
        }
    }

    @Test
    void bytesOnDiskHaveALimitToo() throws IOException {
        try (FrameLog small = FrameLog.create(1_000_000, 16_000, Clock.systemUTC())) {
            byte[] frame = request(1, "a".repeat(200)).getBytes(UTF_8);
            for (int i = 0; i < 500; i++) {
                small.onFrame(Direction.OUTBOUND, frame, 0, frame.length);
            }

            assertThat((small.end() - small.first()) * frame.length).isLessThanOrEqualTo(16_000);
            assertThat(small.end() - small.first()).isPositive();
        }
    }

    @Test
    void aViewShowsWhatItsFilterSaysHoweverOftenItIsExtended() {
        Random random = new Random(7);
        List<String> frames = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            String session = "s" + random.nextInt(2);
            String kind = random.nextInt(5) == 0 ? "tool_call" : "agent_message_chunk";
            frames.add("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + session
                    + "\",\"update\":{\"sessionUpdate\":\"" + kind + "\"}}}");
        }
        FrameFilter filter = new FrameFilter(null, "chunk", "s1", null, "", false, null, FrameRow.NONE, true, Set.of());
        LogView view = new LogView(log, filter);
        long shown = 0;
        for (String frame : frames) {
            add(Direction.INBOUND, 1, frame);
            shown += frame.contains("\"s1\"") && frame.contains("chunk") ? 1 : 0;
            if (random.nextInt(4) == 0) {
                boolean unused = view.extend(random.nextInt(20));
            }
        }
        while (view.extend(100)) {
            assertThat(view.scanned()).isLessThan(log.end());
        }

        LogView atOnce = new LogView(log, filter);
        assertThat(atOnce.extend(Integer.MAX_VALUE)).isFalse();
        assertThat(view.lines(0, view.size())).isEqualTo(atOnce.lines(0, atOnce.size()));
        assertThat(view.lines(0, view.size()).stream()
                        .mapToInt(LogView.Line::count)
                        .sum())
                .isEqualTo((int) shown);
    }

    @Test
    void textIsFoundInTheBytesWhateverItsCase() {
        add(Direction.OUTBOUND, 1, request(1, "a"));
        add(Direction.OUTBOUND, 2, request(2, "NeedleInIt"));
        LogView view = new LogView(
                log, new FrameFilter(null, "", null, null, " needle ", false, null, FrameRow.NONE, true, Set.of()));

        assertThat(view.extend(10)).isFalse();
        assertThat(view.lines(0, 10))
                .extracting(line -> Objects.requireNonNull(line.row()).number())
                .containsExactly(1L);
        assertThat(view.indexOf(1)).isZero();
        assertThat(view.indexOf(0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "你", "🙂", "x🙂"})
    void aLongEventIsCutBetweenCharacters(String repeated) {
        String what = repeated.repeat(400);
        for (int i = 0; i < 5; i++) {
            log.event("x".repeat(i) + what);
        }
        log.event("ü");
        LogView view = new LogView(log, FrameFilter.ALL);
        boolean ignored = view.extend(10);

        List<LogView.Line> lines = view.lines(0, 5);
        assertThat(lines).hasSize(5).allSatisfy(line -> {
            String shown = Objects.requireNonNull(line.event());
            assertThat("x".repeat(line.index()) + what).startsWith(shown);
            assertThat(shown.getBytes(UTF_8)).hasSizeBetween(297, 300);
        });
        assertThat(view.lines(5, 6).get(0).event()).isEqualTo("ü");
    }
}
