package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Agents that are correct and slow, or that speak several versions: time and versions are no faults. */
@Tag("full")
class SlowAgentTest {

    /** Shorter than a turn of the slow agent, and long enough for whatever a busy machine does to all other waits. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static final Duration LONG = Duration.ofSeconds(30);

    private static final Set<String> FAULTLESS = Set.of();

    private static Settings only(Duration wait, String... areas) {
        Set<String> ids = InProcess.SUITE.catalogue().all().stream()
                .filter(requirement -> List.of(areas).contains(requirement.area()))
                .map(Requirement::id)
                .collect(Collectors.toSet());
        return InProcess.settings(wait).toBuilder()
                .authMethod("login")
                .selection(ids, FAULTLESS)
                .build();
    }

    private static List<String> notPassed(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL || result.outcome() == Outcome.NOT_TESTED)
                .map(Result::toString)
                .toList();
    }

    /** As slow as agents with large models on small machines; {@code -Dtck.slow=true} takes a quarter of an hour. */
    @Test
    @EnabledIfSystemProperty(named = "tck.slow", matches = "true")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void aVerySlowAgentPassesWithTheUsualWaits() throws InterruptedException {
        Faults slow = new Faults()
                .slow("result:session/prompt", Duration.ofSeconds(20))
                .slowResponses(Duration.ofSeconds(3), "result:session/prompt", Duration.ofSeconds(60));
        // A job waits most of the time: with more of them than usual this ends today.
        Settings settings = Settings.builder()
                .cwd(Path.of("/tmp").toAbsolutePath())
                .authMethod("login")
                .profiles("rfd", "acp4j")
                .jobs(64)
                .build();

        Report report = InProcess.certify(slow, settings);

        assertThat(report.profile().pace().turn()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
        assertThat(notPassed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void anAgentWhoseTurnsTakeLongerThanAnyOtherWaitPasses() throws InterruptedException {
        Faults slow = new Faults().slow("result:session/prompt", SHORT.plusMillis(500));

        Report report = InProcess.certify(slow, only(SHORT, "PROMPT", "CANCEL"));

        assertThat(notPassed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(report.profile().pace().turn()).isGreaterThan(SHORT);
    }

    @Test
    void anAgentThatTakesItsTimeForEachResponsePasses() throws InterruptedException {
        Faults slow = new Faults();
        List.of("initialize", "session/new", "session/load", "session/list", "session/close", "session/prompt")
                .forEach(method -> slow.slow("result:" + method, Duration.ofMillis(400)));

        assertThat(notPassed(InProcess.certify(slow, only(LONG, "INIT", "SESS", "LOAD", "PERM"))))
                .isEmpty();
    }

    @Test
    void errorsForWhatCannotBeReadMayComeAfterTheResponsesToLaterRequests() throws InterruptedException {
        Faults late = new Faults().slow("error:", Duration.ofMillis(200));
        Settings settings = InProcess.settings(LONG).toBuilder()
                .settle(Duration.ofSeconds(3))
                .authMethod("login")
                .selection(Set.of("RPC-020", "RPC-022", "RPC-028"), FAULTLESS)
                .build();

        Report report = InProcess.certify(late, settings);

        assertThat(notPassed(report)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.PASS)
                .extracting(result -> result.requirement().id())
                .contains("RPC-020", "RPC-022", "RPC-028");
    }

    @Test
    void theFirstResponseMayWaitForTheStartOfTheProcess() throws InterruptedException {
        Faults starting = new Faults().slow("error:session/new", SHORT.plusMillis(500));
        Settings settings = InProcess.settings(SHORT).toBuilder()
                .timeouts(SHORT, LONG)
                .authMethod("login")
                .selection(Set.of("INIT-013"), FAULTLESS)
                .build();

        Report report = InProcess.certify(starting, settings);

        assertThat(notPassed(report)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.PASS)
                .extracting(result -> result.requirement().id())
                .contains("INIT-013");
    }

    @Test
    void whatIsLateOnceIsLookedAtAgainBeforeItIsCalledAFailure() throws InterruptedException {
        AtomicInteger seen = new AtomicInteger();
        Faults stumbling = new Faults()
                .take(
                        "session/list",
                        (message, agent) -> seen.incrementAndGet() <= 2 ? Faults.Reaction.silence() : null);

        Report report = InProcess.certify(stumbling, only(SHORT, "LIST"));

        assertThat(seen).hasValueGreaterThan(2);
        assertThat(notPassed(report)).isEmpty();
    }

    @Test
    void anAgentOfSeveralVersionsIsJudgedByTheVersionItHasAgreedTo() throws InterruptedException {
        Faults dual = new Faults().take("initialize", (message, agent) -> {
            if (message.at("/params/protocolVersion").asInt() < 2) {
                return null;
            }
            if (!message.at("/params/info/name").isTextual()) {
                return Faults.Reaction.members(
                        ReferenceAgent.object("error", ReferenceAgent.object("code", -32602, "message", "no info")));
            }
            return Faults.Reaction.members(ReferenceAgent.object("result", secondVersion()));
        });

        Report report = InProcess.certify(dual, only(LONG, "INIT", "EXT"));

        assertThat(notPassed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PARTIAL);
    }

    private static ObjectNode secondVersion() {
        return ReferenceAgent.object(
                "protocolVersion",
                2,
                "info",
                ReferenceAgent.object("name", "dual", "version", "1"),
                "capabilities",
                ReferenceAgent.object("session", ReferenceAgent.object()));
    }
}
