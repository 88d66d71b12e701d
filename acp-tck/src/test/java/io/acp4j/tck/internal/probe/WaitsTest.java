package io.acp4j.tck.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.MessageStore;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitsTest {

    /** A connection over which the subject sends nothing. */
    private record SilentWire(boolean stream) implements Wire {

        @Override
        public void write(byte[] bytes) {}

        @Override
        public void send(byte[] message) {}

        @Override
        public boolean isStream() {
            return stream;
        }

        @Override
        public void closeInput() {}

        @Override
        public OptionalInt awaitExit(Duration limit) {
            return OptionalInt.empty();
        }

        @Override
        public void close() {}
    }

    private static final Settings SETTINGS = Settings.builder()
            .timeouts(Duration.ofSeconds(30), Duration.ofSeconds(40))
            .build();

    private static final byte[] UPDATE =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{}}".getBytes(StandardCharsets.UTF_8);

    private static final byte[] RESPONSE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}".getBytes(StandardCharsets.UTF_8);

    private static long inAnHour() {
        return System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    }

    @Test
    void aSlowSubjectIsWaitedForLongerByKindOfWait() {
        Waits waits = Waits.of(SETTINGS, new Pace(Duration.ofSeconds(3), Duration.ofSeconds(20)));

        assertThat(waits.response()).isEqualTo(Duration.ofSeconds(30));
        assertThat(waits.turn()).isEqualTo(Duration.ofSeconds(80));
        assertThat(waits.startup()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aTurnAndADriverMayTakeAsLongAsAResponse() {
        Waits waits = Waits.of(SETTINGS, Pace.UNKNOWN.withResponse(20_000));

        assertThat(waits.turn()).isEqualTo(Duration.ofSeconds(80));
        assertThat(waits.driver()).isEqualTo(Duration.ofSeconds(80));
        assertThat(Waits.atFirst(SETTINGS).driver()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void theFirstTurnOfAnUnknownSubjectMayTakeMinutes() {
        assertThat(Waits.atFirst(SETTINGS).turn()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void oneWaitTakesNothingFromTheNext() {
        Waits waits = Waits.of(SETTINGS, Pace.UNKNOWN);

        assertThat(waits.response()).isEqualTo(waits.response()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aWaitThatWouldBeCutShortEndsTheScenarioWithTheOptionThatGivesMoreTime() {
        Waits waits = Waits.of(
                SETTINGS.toBuilder()
                        .timeouts(Duration.ofNanos(1), Duration.ofNanos(1))
                        .build(),
                Pace.UNKNOWN);

        assertThatExceptionOfType(NotTestable.class)
                .isThrownBy(waits::response)
                .satisfies(thrown ->
                        assertThat(thrown.reason()).contains("cut short").contains("--timeout"));
        assertThat(waits.hasTimedOut()).isTrue();
    }

    @Test
    void failuresOfFullWaitsRemainIfAnotherWaitWouldBeCutShort() {
        Waits waits = Waits.of(
                SETTINGS.toBuilder()
                        .timeouts(Duration.ofNanos(1), Duration.ofNanos(1))
                        .build(),
                Pace.UNKNOWN);
        waits.recordTimeout(WaitKind.RESPONSE, Duration.ofSeconds(30));

        assertThatExceptionOfType(NotTestable.class).isThrownBy(waits::response);

        assertThat(waits.latenessReason()).isEmpty();
    }

    @Test
    void aSubjectThatSendsOtherMessagesUntilTheEndOfTheScenarioIsNotSilent() throws InterruptedException {
        Duration limit = Duration.ofMillis(300);
        Waits waits = Waits.of(SETTINGS.toBuilder().timeouts(limit, limit).build(), Pace.UNKNOWN);
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        Arrivals arrivals = new Arrivals(log, waits, Duration.ofMillis(1));
        Entry sent = log.sent(RESPONSE);
        ScheduledExecutorService updates = Executors.newSingleThreadScheduledExecutor();
        try {
            var unused = updates.scheduleAtFixedRate(() -> log.received(UPDATE, true), 0, 10, TimeUnit.MILLISECONDS);

            assertThat(arrivals.await(sent, entry -> entry.kind() == Entry.Kind.RESPONSE))
                    .isNull();
        } finally {
            updates.shutdownNow();
        }
        assertThat(waits.latenessReason()).startsWith("late: the scenario was cut short");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLateFirstResponseIsAMeasureOfStartsAndNamesTheirOption(boolean stream) throws Exception {
        SubjectPace pace = new SubjectPace();
        Settings hasty = SETTINGS.toBuilder()
                .timeouts(Duration.ofMillis(50), Duration.ofMillis(50))
                .build();
        AtomicReference<WireListener> subject = new AtomicReference<>();
        Link link = new Link(
                listener -> {
                    subject.set(listener);
                    return new SilentWire(stream);
                },
                new Responders(),
                new Waits(hasty, pace, Waits.Mode.AMONG_OTHERS),
                Duration.ofMillis(1),
                "/tmp",
                Dialect.V1,
                new MessageStore(1, 0));
        assertThat(link.initialize(1, Json.obj()).came()).isFalse();

        subject.get().received(RESPONSE, true);

        assertThat(link.arrivals().lateResponse()).contains("initialize", "--startup-timeout");
        assertThat(pace.slowest(WaitKind.STARTUP)).isPositive();
        assertThat(pace.slowest(WaitKind.RESPONSE)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResponseAfterTheKitHasCancelledIsNotLateAndNoMeasureOfThePace(boolean cancelled) throws Exception {
        SubjectPace pace = new SubjectPace();
        Duration limit = Duration.ofMillis(50);
        AtomicReference<WireListener> subject = new AtomicReference<>();
        Link link = new Link(
                listener -> {
                    subject.set(listener);
                    return new SilentWire(true);
                },
                new Responders(),
                new Waits(SETTINGS.toBuilder().timeouts(limit, limit).build(), pace, Waits.Mode.AMONG_OTHERS),
                Duration.ofMillis(1),
                "/tmp",
                Dialect.V1,
                new MessageStore(1, 0));
        subject.get().received(UPDATE, true);
        assertThat(link.call("session/fork", Json.obj()).came()).isFalse();
        if (cancelled) {
            link.notify("session/cancel", Json.obj());
        }

        subject.get().received(RESPONSE, true);

        String late = link.arrivals().lateResponse();
        assertThat(late != null && late.contains("session/fork")).isEqualTo(!cancelled);
        assertThat(pace.slowest(WaitKind.RESPONSE).isZero()).isEqualTo(cancelled);
    }

    @Test
    void thePaceExtendsWaitsToTenMinutesAtMost() {
        SubjectPace pace = new SubjectPace();
        pace.include(WaitKind.RESPONSE, Duration.ofMinutes(8));
        Duration longest = Duration.ofMinutes(10);

        for (Waits.Mode mode : List.of(Waits.Mode.AMONG_OTHERS, Waits.Mode.ALONE, Waits.Mode.ALONE_BRIEF)) {
            assertThat(new Waits(SETTINGS, pace, mode).response()).isEqualTo(longest);
        }
        Waits patient = new Waits(
                SETTINGS.toBuilder()
                        .timeouts(Duration.ofMinutes(20), Duration.ofMinutes(1))
                        .build(),
                pace,
                Waits.Mode.AMONG_OTHERS);
        assertThat(patient.response()).isEqualTo(Duration.ofMinutes(20));
        patient.recordTimeout(WaitKind.RESPONSE, longest);
        assertThat(patient.latenessReason()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"AMONG_OTHERS, false", "ALONE_BRIEF, true", "ALONE, true"})
    void aConditionThatIsDueIsAwaitedIfTheResultIsFinal(Waits.Mode mode, boolean awaited) throws InterruptedException {
        Waits waits = new Waits(SETTINGS, new SubjectPace(), mode);
        Arrivals arrivals = new Arrivals(new Log(request -> {}, new MessageStore(1, 0)), waits, Duration.ofMillis(5));
        AtomicInteger looks = new AtomicInteger();

        assertThat(arrivals.awaitDue(() -> looks.incrementAndGet() > 4)).isEqualTo(awaited);
    }

    @Test
    void aScenarioThatIsAloneWaitsNoLongerForASubjectThatIsOftenSilent() {
        SubjectPace slow = new SubjectPace();
        slow.include(WaitKind.RESPONSE, Duration.ofSeconds(2));

        assertThat(new Waits(SETTINGS, slow, Waits.Mode.ALONE_BRIEF).response()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void theLimitAfterUnreadableBytesIsAPartOfTheStartupLimitAndItsReasonNamesTheOption() {
        Settings defaults = Settings.defaults();
        Waits waits = new Waits(defaults, new SubjectPace(), Waits.Mode.AMONG_OTHERS);
        Waits patient = new Waits(
                defaults.toBuilder()
                        .timeouts(defaults.timeout(), Duration.ofMinutes(5))
                        .build(),
                new SubjectPace(),
                Waits.Mode.AMONG_OTHERS);

        assertThat(waits.unreadable()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(50));
        assertThat(patient.unreadable()).isGreaterThan(Duration.ofMinutes(3));
        assertThat(waits.describeUnreadable("the first line is {"))
                .contains("--startup-timeout", "40.0 s")
                .endsWith("the first line is {");
    }

    @Test
    void theTimeOfAScenarioDoesNotIncludeTheWaitForOtherScenarios() {
        Waits waits = Waits.of(
                SETTINGS.toBuilder()
                        .timeouts(Duration.ofMillis(5), Duration.ofMillis(5))
                        .build(),
                Pace.UNKNOWN);
        while (System.nanoTime() < waits.deadline()) {
            Thread.onSpinWait();
        }
        long passed = waits.deadline();
        assertThatExceptionOfType(NotTestable.class).isThrownBy(waits::response);

        waits.begin();

        assertThat(waits.deadline()).isGreaterThan(passed);
    }

    @Test
    void aSubjectThatSendsSomethingIsAlive() throws Exception {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        long longAgo = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);
        log.received(UPDATE, true);

        CompletableFuture<Entry> found = CompletableFuture.supplyAsync(() -> {
            try {
                return log.await(
                        0,
                        entry -> entry.kind() == Entry.Kind.RESPONSE,
                        longAgo,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(5),
                        inAnHour());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        log.received(RESPONSE, true);

        assertThat(found.get(1, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void aSubjectThatIsSilentSinceTheRequestIsNotWaitedForTwice() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        long longAgo = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);

        assertThat(log.await(0, entry -> true, longAgo, Duration.ofMinutes(5), Duration.ofMinutes(5), inAnHour()))
                .isNull();
    }

    @Test
    void aSubjectThatGoesOnForEverIsWaitedForUntilTheDeadlineOnly() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        log.received(UPDATE, true);

        assertThat(log.await(
                        0,
                        entry -> entry.kind() == Entry.Kind.RESPONSE,
                        System.nanoTime(),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(5),
                        System.nanoTime()))
                .isNull();
    }

    @Test
    void limitsGrowWithTheSlowestResponseDuringARun() {
        SubjectPace pace = new SubjectPace();
        Waits waits = new Waits(SETTINGS, pace, Waits.Mode.AMONG_OTHERS);

        pace.include(WaitKind.STARTUP, Duration.ofSeconds(35));
        pace.include(WaitKind.RESPONSE, Duration.ofSeconds(10));

        assertThat(waits.startup()).isEqualTo(Duration.ofSeconds(140));
        assertThat(waits.response()).isEqualTo(Duration.ofSeconds(40));
        assertThat(waits.turn()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aWaitThatIsTooShortForASlowerResponseIsLateAndNamesItsOption() {
        SubjectPace pace = new SubjectPace();
        Waits waits = new Waits(SETTINGS, pace, Waits.Mode.ALONE);
        waits.recordTimeout(WaitKind.STARTUP, Duration.ofSeconds(40));

        assertThat(waits.latenessReason()).isEmpty();

        pace.include(WaitKind.STARTUP, Duration.ofSeconds(11));

        assertThat(waits.latenessReason()).startsWith("late:").contains("40.0 s", "11.0 s", "--startup-timeout");
    }

    @Test
    void aScenarioThatIsAloneWaitsLongerForASlowSubjectOrIfTheLimitIsShort() {
        SubjectPace slow = new SubjectPace();
        slow.include(WaitKind.RESPONSE, Duration.ofSeconds(2));
        Settings hasty = SETTINGS.toBuilder()
                .timeouts(Duration.ofSeconds(2), Duration.ofSeconds(1))
                .build();

        assertThat(new Waits(SETTINGS, slow, Waits.Mode.ALONE).response())
                .isGreaterThanOrEqualTo(Duration.ofMinutes(2));
        assertThat(new Waits(hasty, new SubjectPace(), Waits.Mode.ALONE).response())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(8));
        assertThat(new Waits(SETTINGS, new SubjectPace(), Waits.Mode.ALONE).response())
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(40));
    }

    @Test
    void failuresAfterAWaitThatEndedAreWithdrawnAndEarlierOnesAreNot() {
        Waits waits = Waits.of(SETTINGS, Pace.UNKNOWN);
        Findings findings = new Findings(waits::hasTimedOut);
        findings.check("RPC-001", false, "a result", "an error");
        waits.recordTimeout();
        findings.check("RPC-002", false, "a response", "no response");

        findings.withdraw("late: the machine is slow");

        assertThat(findings.all()).extracting(Finding::outcome).containsExactly(Outcome.FAIL, Outcome.NOT_TESTED);
    }

    @Test
    void bytesThatAreNoMessageEndTheWaitForTheFirstMessage() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        log.received("{".getBytes(StandardCharsets.UTF_8), true);

        assertThat(log.await(0, entry -> false, System.nanoTime(), Duration.ofHours(1), Duration.ZERO, inAnHour()))
                .isNull();
        assertThat(log.unreadable())
                .contains("is a JSON-RPC message (lines: 1)")
                .endsWith("{");
    }

    @Test
    void bytesWithoutANewlineEndTheWaitForTheFirstMessage() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        log.unfinished(17);

        assertThat(log.await(0, entry -> false, System.nanoTime(), Duration.ofHours(1), Duration.ZERO, inAnHour()))
                .isNull();
        assertThat(log.unreadable()).contains("17 bytes without a newline");
    }

    @Test
    void unreadableBytesDoNotEndWaitsAfterAMessage() {
        Log log = new Log(request -> {}, new MessageStore(1, 0));
        log.received("{".getBytes(StandardCharsets.UTF_8), true);
        log.received(RESPONSE, true);

        assertThat(log.unreadable()).isNull();
    }
}
