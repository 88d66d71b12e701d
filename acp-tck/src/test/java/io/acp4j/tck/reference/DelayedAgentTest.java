package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that are late, silent, or send bytes that cannot be read. Only wrong bytes and silence are failures. */
class DelayedAgentTest {

    private static final Duration WAIT = Duration.ofMillis(300);

    /** Longer than each wait that is not extended by a measured pace. */
    private static final Duration LATE = Duration.ofMillis(900);

    /** The longest random delay, three times as long as the wait. */
    private static final Duration RANDOM = Duration.ofMillis(240);

    /** Long enough for the first response on any machine. */
    private static final Duration STARTUP = Duration.ofSeconds(60);

    /** More looks than a scenario makes while it settles. */
    private static final int MORE_THAN_SETTLES = 14;

    private static final Set<String> HANDSHAKES = Set.of("INIT", "RPC-033", "SESS");

    private static Settings settings(Duration startup, Set<String> only) {
        return InProcess.settings(WAIT).toBuilder()
                .timeouts(WAIT, startup)
                .authMethod("login")
                .selection(only, Set.of())
                .build();
    }

    private static List<String> reasons(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.NOT_TESTED)
                .map(Result::observed)
                .distinct()
                .toList();
    }

    @Test
    void anAgentThatStartsSlowerThanAtItsFirstMeetingFailsNothing() throws InterruptedException {
        AtomicInteger starts = new AtomicInteger();
        Faults slow =
                new Faults().delayBy("result:initialize", () -> starts.getAndIncrement() == 0 ? Duration.ZERO : LATE);

        Report report = InProcess.certify(slow, settings(WAIT, HANDSHAKES));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(15);
    }

    @Test
    void anAgentOfVersion2ThatStartsSlowerThanAtItsFirstMeetingFailsNothing() throws InterruptedException {
        AtomicInteger starts = new AtomicInteger();
        Faults slow =
                new Faults().delayBy("result:initialize", () -> starts.getAndIncrement() == 0 ? Duration.ZERO : LATE);

        Report report = InProcess.certifyV2(ReferenceConnector.ofV2(slow), settings(WAIT, Set.of("V2-INIT", "V2-RPC")));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(10);
    }

    @Test
    void anAgentOverHttpThatRespondsSlowerThanAtItsFirstMeetingFailsNothing() throws InterruptedException {
        AtomicInteger starts = new AtomicInteger();
        Faults slow =
                new Faults().delayBy("result:initialize", () -> starts.getAndIncrement() == 0 ? Duration.ZERO : LATE);

        Report report = InProcess.certifyOverHttp(slow, settings(WAIT.multipliedBy(2), Set.of("INIT", "HTTP-00*")));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(10);
    }

    @Test
    void anAgentOverHttpThatNeverRespondsEndsTheRun() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(new Faults().drop("result:initialize"), settings(WAIT, Set.of()));

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        InProcess.requireEarlyEnd(report, InProcess.SUITE);
    }

    @Test
    void aClientThatStartsSlowerThanAtItsFirstMeetingFailsNothing() throws InterruptedException {
        AtomicInteger starts = new AtomicInteger();
        Faults slow =
                new Faults().delayBy("request:initialize", () -> starts.getAndIncrement() == 0 ? Duration.ZERO : LATE);

        Report report = InProcess.certifyClient(slow, settings(WAIT, Set.of("CLI-INIT")));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(5);
    }

    @Test
    void anAgentThatStartsAfterTheWaitIsIncompleteAndTheReasonNamesTheOption() throws InterruptedException {
        Faults slow = new Faults().slow("result:initialize", Duration.ofSeconds(20));

        Report report = InProcess.certify(slow, settings(WAIT, Set.of()));

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(report.runs()).isEmpty();
        assertThat(reasons(report))
                .singleElement()
                .asString()
                .contains("silent")
                .contains("--startup-timeout");
    }

    /** Five silent scenarios end the longer waits. The next one still waits for what is due. */
    @Test
    void aConditionIsAwaitedAlsoIfTheSubjectWasOftenSilent() throws InterruptedException {
        List<String> silent = InProcess.SUITE.scenarios().stream()
                .map(scenario -> scenario.proves().get(0))
                .filter(id -> id.startsWith("SESS-"))
                .distinct()
                .limit(5)
                .toList();
        Suite suite = InProcess.withScenarios(scenario -> {
            String id = scenario.proves().get(0);
            return probe -> {
                if (silent.contains(id)) {
                    probe.check(id, probe.open().call("session/list", obj()).came(), "a response", "none");
                } else {
                    AtomicInteger looks = new AtomicInteger();
                    boolean held = probe.open().settleUntilDue(() -> looks.incrementAndGet() > MORE_THAN_SETTLES);
                    probe.check(id, held, "a condition that holds late", "none");
                }
            };
        });
        Settings settings = settings(STARTUP, selection(silent, "LIST-004")).toBuilder()
                .jobs(1)
                .settle(Duration.ofMillis(5))
                .build();

        Report report = InProcess.certify(suite, new ReferenceConnector(new Faults().ignore("session/list")), settings);

        assertThat(with(report, Outcome.FAIL)).hasSize(5).allMatch(result -> result.contains("SESS-"));
        assertThat(with(report, Outcome.PASS)).anyMatch(result -> result.contains("LIST-004"));
    }

    private static Set<String> selection(List<String> ids, String another) {
        Set<String> all = new HashSet<>(ids);
        all.add(another);
        return all;
    }

    @Test
    void anAgentThatIgnoresARequestFailsByItsSilence() throws InterruptedException {
        Faults ignoring = new Faults().ignore("session/list");

        Report report = InProcess.certify(ignoring, settings(STARTUP, Set.of("LIST")));

        assertThat(with(report, Outcome.FAIL)).anyMatch(result -> result.contains("no response in"));
    }

    @Test
    void anAgentThatNoLongerStartsEndsTheRunAfterAFewScenarios() throws InterruptedException {
        AtomicInteger starts = new AtomicInteger();
        Faults dying = new Faults()
                .take(
                        "initialize",
                        (message, agent) -> starts.getAndIncrement() == 0 ? null : Faults.Reaction.silence());

        Report report = InProcess.certify(
                dying, settings(WAIT, Set.of()).toBuilder().jobs(2).build());

        assertThat(starts).hasValueLessThan(30);
        assertThat(reasons(report)).anyMatch(reason -> reason.contains("no longer sends messages"));
    }

    /** Responses that are each late, in any order. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(longs = 1)
    void randomDelaysBeyondEveryWaitFailNothing(long seed) throws InterruptedException {
        Report report = InProcess.certify(new Faults().randomDelays(seed, RANDOM), hasty());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(200);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(longs = 3)
    void randomDelaysBeyondEveryWaitFailNothingInVersion2(long seed) throws InterruptedException {
        Report report = InProcess.certifyV2(ReferenceConnector.ofV2(new Faults().randomDelays(seed, RANDOM)), hasty());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(150);
    }

    @Tag("full")
    @Test
    void randomDelaysBeyondEveryWaitFailNothingOverHttp() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(new Faults().randomDelays(5, RANDOM), hasty("HTTP"));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(25);
    }

    @Tag("full")
    @Test
    void randomDelaysBeyondEveryWaitFailNothingOverWebSocket() throws InterruptedException {
        Report report = InProcess.certifyOverWebSocket(new Faults().randomDelays(6, RANDOM), hasty("WS"));

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(10);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void randomDelaysBeyondEveryWaitFailNothingOfClients(int version) throws InterruptedException {
        Faults slow = new Faults().randomDelays(6 + version, RANDOM);
        Report report =
                version == 1 ? InProcess.certifyClient(slow, hasty()) : InProcess.certifyClientOfV2(slow, hasty());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(100);
    }

    private static Settings hasty(String... areas) {
        return settings(STARTUP, Set.of(areas)).toBuilder()
                .timeouts(RANDOM.dividedBy(3), STARTUP)
                .jobs(64)
                .build();
    }

    @Test
    void prettyPrintedJsonEndsTheRunWithAFailureAndThatReason() throws InterruptedException {
        Faults pretty = new Faults().rewrite("*", message -> List.<Object>of(message.toPrettyString()));

        Report report = InProcess.certify(pretty, settings(WAIT, Set.of()));

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(with(report, Outcome.FAIL)).anyMatch(result -> result.contains("STDIO-001"));
        InProcess.requireEarlyEnd(report, InProcess.SUITE);
        assertThat(report.profile().trouble())
                .contains("no line of the subject is a JSON-RPC message", "--startup-timeout")
                .endsWith("{");
    }

    @Test
    void garbageAfterEachMessageEndsTheRunWithAFailureAndThatReason() throws InterruptedException {
        Faults garbage = new Faults().rewrite("*", message -> List.<Object>of(message + " garbage"));

        Report report = InProcess.certify(garbage, settings(WAIT, Set.of()));

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        InProcess.requireEarlyEnd(report, InProcess.SUITE);
    }

    @Test
    void anAgentOfVersion2WithoutNewlinesEndsTheRun() throws InterruptedException {
        Faults endless = new Faults()
                .rewrite("*", message -> List.<Object>of(message.toString().getBytes(StandardCharsets.UTF_8)));

        Report report = InProcess.certifyV2(ReferenceConnector.ofV2(endless), settings(WAIT, Set.of()));

        assertThat(report.verdict()).isIn(Verdict.INCOMPLETE, Verdict.FAIL);
        assertThat(report.runs()).allMatch(run -> run.scenario().proves().isEmpty());
    }
}
