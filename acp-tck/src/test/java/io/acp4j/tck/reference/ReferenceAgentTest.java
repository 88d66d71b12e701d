package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Connectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents that do everything right, or do something unusual that is no fault. Most of each run is waiting, so they go on side by side. */
@Execution(ExecutionMode.CONCURRENT)
class ReferenceAgentTest {

    /** With time enough for a busy machine, also for what is deleted at the end: an agent may be silent there for 50 moments of settling. */
    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .settle(Duration.ofMillis(200))
            .authMethod("login")
            .build();

    /** For agents that let some waits run out, one after the other. */
    private static final Settings SHORTER = SETTINGS.toBuilder()
            .timeouts(Duration.ofSeconds(15), SETTINGS.startupTimeout())
            .build();

    private static final ReferenceConnector AGENTS = new ReferenceConnector(new Faults());

    /** What is said of an agent that does everything right. */
    private static Report overStreams;

    @BeforeAll
    static void certifyOverStreams() throws InterruptedException {
        overStreams = InProcess.certify(AGENTS, SETTINGS);
    }

    @Test
    void anAgentThatDoesEverythingRightPassesAndIsLeftAsItWas() {
        assertThat(with(overStreams, Outcome.FAIL)).isEmpty();
        assertThat(with(overStreams, Outcome.NOT_TESTED)).isEmpty();
        assertThat(overStreams.sources())
                .allSatisfy(source -> assertThat(overStreams.verdict(source)).isEqualTo(Verdict.PASS));
        assertThat(AGENTS.sessions()).as("sessions that the run has left").isEmpty();
    }

    @Test
    void sessionsOfAnAgentThatCannotDeleteThemAreClosedWhenTheRunIsOver() throws InterruptedException {
        Set<String> closed = ConcurrentHashMap.newKeySet();
        ReferenceConnector agents =
                new ReferenceConnector(closing(closed).change("result:initialize", SessionsEnd::cannotDelete));

        InProcess.certify(
                agents,
                SETTINGS.toBuilder()
                        .selection(Set.of("SESS", "LOAD", "FORK-008"), Set.of())
                        .build());

        assertThat(ids(agents)).isNotEmpty();
        assertThat(closed).containsAll(ids(agents));
    }

    @Test
    void sessionsThatCannotBeDeletedWhileTheyAreOpenAreClosedBefore() throws InterruptedException {
        Set<String> closed = ConcurrentHashMap.newKeySet();
        ReferenceConnector agents = new ReferenceConnector(closing(closed)
                .take(
                        "session/delete",
                        (message, agent) -> closed.contains(SessionsEnd.session(message))
                                ? null
                                : Faults.Reaction.members(SessionsEnd.refusal())));

        InProcess.certify(
                agents, SETTINGS.toBuilder().selection(Set.of("SESS"), Set.of()).build());

        assertThat(closed).isNotEmpty();
        assertThat(ids(agents)).isEmpty();
    }

    @Test
    void anAgentThatDoesNotLoadOrResumeWhatIsOpenPasses() throws InterruptedException {
        assertPassesAll(new Faults().flag("refuses-open"), Set.of());
    }

    @Test
    void anAgentThatDoesNotLoadWhatIsOpenAndCannotClosePasses() throws InterruptedException {
        assertPassesAll(
                new Faults().flag("refuses-open").change("result:initialize", SessionsEnd::cannotClose),
                Set.of("close"));
    }

    @Test
    void anAgentThatReplaysNothingOfWhatIsOpenPasses() throws InterruptedException {
        assertPassesAll(new Faults().flag("replays-nothing-open"), Set.of());
    }

    /** Requires that an agent fulfils all that does not need what it does not offer. */
    private static void assertPassesAll(Faults unusual, Set<String> absent) throws InterruptedException {
        Report report = InProcess.certify(unusual, SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.results())
                .filteredOn(result ->
                        List.of("LOAD", "RES").contains(result.requirement().area())
                                && Collections.disjoint(result.requirement().needs(), absent))
                .hasSizeGreaterThan(20)
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
    }

    private static Faults closing(Set<String> closed) {
        return new Faults().take("session/close", (message, agent) -> {
            closed.add(SessionsEnd.session(message));
            return null;
        });
    }

    private static List<String> ids(ReferenceConnector agents) {
        return agents.sessions().stream()
                .map(session -> session.substring(0, session.indexOf(':')))
                .toList();
    }

    /** What an agent says about the end of sessions. */
    private static final class SessionsEnd {

        static void cannotDelete(ObjectNode response) {
            ((ObjectNode) response.at("/result/agentCapabilities/sessionCapabilities")).remove("delete");
        }

        static void cannotClose(ObjectNode response) {
            ((ObjectNode) response.at("/result/agentCapabilities/sessionCapabilities")).remove("close");
        }

        static String session(JsonNode message) {
            return message.at("/params/sessionId").asText();
        }

        static ObjectNode refusal() {
            return ReferenceAgent.object("error", ReferenceAgent.object("code", -32600, "message", "it is open"));
        }
    }

    @Test
    void anAgentThatIsReachedByWebSocketGetsTheVerdictsThatItGetsOverStreamsAndIsLeftAsItWas() throws Exception {
        try (ReferenceEndpoint endpoint = new ReferenceEndpoint(new Faults())) {
            Report sockets = certify(Subject.webSocket(endpoint.uri()));

            assertThat(with(sockets, Outcome.FAIL)).isEmpty();
            assertThat(with(sockets, Outcome.NOT_TESTED)).isEmpty();
            assertThat(ofBoth(sockets)).isEqualTo(ofBoth(overStreams)).hasSizeGreaterThan(200);
            assertThat(sockets.results())
                    .filteredOn(result -> result.requirement().area().equals("WS"))
                    .hasSizeGreaterThan(25)
                    .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
            assertThat(endpoint.sessions()).as("sessions that the run has left").isEmpty();
        }
    }

    @Tag("full")
    @Test
    void anAgentThatIsReachedOverHttpGetsTheVerdictsThatItGetsOverStreamsAndIsLeftAsItWas() throws Exception {
        try (ReferenceHttpEndpoint endpoint = new ReferenceHttpEndpoint(new Faults())) {
            Report https = certify(endpoint.subject());

            assertThat(with(https, Outcome.FAIL)).isEmpty();
            assertThat(with(https, Outcome.NOT_TESTED))
                    .singleElement()
                    .asString()
                    .contains("--stalled-reader");
            assertThat(ofBoth(https)).isEqualTo(ofBoth(overStreams)).hasSizeGreaterThan(200);
            assertThat(https.results())
                    .filteredOn(result -> result.requirement().area().equals("HTTP")
                            && Collections.disjoint(result.requirement().needs(), Set.of("token", "stalledReader")))
                    .hasSizeGreaterThan(25)
                    .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
            assertThat(endpoint.sessions()).as("sessions that the run has left").isEmpty();
        }
    }

    private static Report certify(Subject subject) throws InterruptedException {
        return InProcess.certify(InProcess.SUITE, Connectors.to(subject, SETTINGS.startupTimeout()), SETTINGS);
    }

    @Tag("full")
    @Test
    void anAgentWhoseServerGivesUpStalledReadersFulfilsThat() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag(ReferenceHttpEndpoint.GIVES_UP),
                SETTINGS.toBuilder()
                        .stalledReader(Duration.ofSeconds(30))
                        .selection(Set.of("HTTP-047"), Set.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).singleElement().asString().contains("HTTP-047");
    }

    @Tag("full")
    @Test
    void anAgentWhoseServerKnowsTwoPrincipalsFulfilsEverythingOverHttp() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag(ReferenceHttpEndpoint.TOKEN_NEEDED).flag(ReferenceHttpEndpoint.TWO_PRINCIPALS),
                SHORTER.toBuilder()
                        .selection(Set.of("HTTP", "INIT", "SESS"), Set.of("HTTP-047"))
                        .build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.requirement().area().equals("HTTP")
                        && !result.requirement().needs().contains("stalledReader"))
                .hasSizeGreaterThan(40)
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
        assertThat(report.toString())
                .doesNotContain(ReferenceHttpEndpoint.TOKEN)
                .doesNotContain(ReferenceHttpEndpoint.OTHER_TOKEN);
    }

    @Tag("full")
    @Test
    void anAgentWhoseServerNeedsATokenFulfilsEverythingOverHttp() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag(ReferenceHttpEndpoint.TOKEN_NEEDED),
                SETTINGS.toBuilder()
                        .selection(Set.of("HTTP", "INIT", "SESS"), Set.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> result.requirement().area().equals("HTTP")
                        && Collections.disjoint(result.requirement().needs(), Set.of("secondToken", "stalledReader")))
                .hasSizeGreaterThan(40)
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
        assertThat(report.toString()).doesNotContain(ReferenceHttpEndpoint.TOKEN);
    }

    /** Returns the outcomes of the requirements that do not hang on the transport. */
    private static Map<String, Outcome> ofBoth(Report report) {
        return report.results().stream()
                .filter(result -> Collections.disjoint(
                        result.requirement().needs(), Set.of("stream", "websocket", "http", "not:http")))
                .collect(Collectors.toMap(result -> result.requirement().id(), Result::outcome));
    }

    @Test
    void anAgentThatAsksForAuthenticationPassesEveryRequirement() throws InterruptedException {
        Report report = InProcess.certify(new Faults().flag("auth-required"), SETTINGS);

        assertThat(report.results())
                .filteredOn(result -> !result.requirement().id().equals("FORK-048B")
                        && Collections.disjoint(result.requirement().needs(), Set.of("websocket", "http")))
                .allMatch(result -> result.outcome() == Outcome.PASS, "fulfilled");
    }

    @Test
    void anAgentWhoseThoughtsShareTheirIdsWithMessagesCanForkThere() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag("thought-shares-id"),
                SETTINGS.toBuilder()
                        .selection(Set.of("FORK-048B", "FORK-037"), Set.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).singleElement().asString().contains("FORK-048B");
    }

    @Tag("full")
    @Test
    void anAgentWhoseTurnsAreOverBeforeItReadsOfTheirCancellationHasNoFaultsInThat() throws InterruptedException {
        Faults hasty =
                new Faults().result("session/prompt", message -> true, ReferenceAgent.object("stopReason", "end_turn"));

        Report report = InProcess.certify(
                hasty,
                SHORTER.toBuilder()
                        .cancelPrompt("Take your time")
                        .selection(Set.of("CANC", "CLOSE"), Set.of())
                        .build());

        assertThat(report.profile().vocabulary()).isNull();
        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.PASS)).anyMatch(result -> result.contains("CANC-006"));
    }

    @Tag("full")
    @Test
    void anAgentThatDropsACancelledTurnAndSaysThatItEndedIsAtFault() throws InterruptedException {
        Set<String> dropped = Set.of("tck: vocabulary", "Take your time");
        Faults dropping = new Faults()
                .result(
                        "session/prompt",
                        message -> dropped.contains(
                                message.at("/params/prompt/0/text").asText()),
                        ReferenceAgent.object("stopReason", "end_turn"));

        Report report = InProcess.certify(
                dropping,
                SHORTER.toBuilder()
                        .cancelPrompt("Take your time")
                        .selection(Set.of("CANC"), Set.of())
                        .build());

        assertThat(with(report, Outcome.FAIL)).singleElement().asString().contains("CANC-016");
    }

    @ParameterizedTest(name = "accepts the fork: {0}, and continues the message: {1}")
    @CsvSource({"true, false, NOT_TESTED", "false, false, PASS", "true, true, FAIL", "false, true, PASS"})
    void aForkThatIsAcceptedInATurnOfUnknownStateIsAFaultIfTheMessageContinues(
            boolean accepts, boolean continues, Outcome expected) throws InterruptedException {
        Faults faults = new Faults().flag("knows-no-words");
        if (continues) {
            faults.flag("streams-until-cancelled");
        }
        if (accepts) {
            faults.flag("streaming-means-settled");
        }

        Report report = InProcess.certify(
                faults,
                SHORTER.toBuilder()
                        .cancelPrompt("tck: wait")
                        .selection(Set.of("FORK-041"), Set.of())
                        .build());

        assertThat(report.profile().vocabulary()).isNull();
        assertThat(report.results())
                .filteredOn(result -> result.requirement().id().equals("FORK-041"))
                .singleElement()
                .returns(expected, Result::outcome);
    }

    @Test
    void anAgentThatDoesNotKnowTheVocabularyIsNotCertified() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) ->
                                        Faults.Reaction.members(ReferenceAgent.object("result", FaultTable.endTurn()))),
                SETTINGS);

        assertThat(report.verdict()).isNotEqualTo(Verdict.PASS);
        assertThat(with(report, Outcome.NOT_TESTED)).anyMatch(line -> line.contains("vocabulary"));
    }

    @Test
    void whatALaterReleaseOfTheSchemaHasIsNoFault(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("schema.json"), """
                {"$defs": {
                  "InitializeResponse": {"properties": {"agentCapabilities": {"type": "object"}}, "x-method": "initialize"},
                  "StopReason": {"oneOf": [{"type": "string", "const": "bored"}]},
                  "SessionUpdate": {"oneOf": [{"properties": {"sessionUpdate": {"const": "weather"}}}]}}}
                """);
        Faults later = new Faults()
                .rewrite("update:agent_message_chunk", message -> {
                    ObjectNode update = message.deepCopy();
                    FaultTable.child(update, "/params/update").put("sessionUpdate", "weather");
                    return List.of(message, update);
                })
                .change("result:session/prompt", message -> {
                    if (message.at("/result/stopReason").asText().equals("end_turn")) {
                        FaultTable.child(message, "/result").put("stopReason", "bored");
                    }
                });
        Settings settings = SETTINGS.toBuilder()
                .selection(Set.of("UPD-002", "PROMPT-002"), Set.of())
                .build();

        assertThat(with(InProcess.certify(later, settings), Outcome.FAIL)).hasSize(2);
        assertThat(with(
                        InProcess.certify(
                                AgentSuite.create(MessageShapes.in(folder, 1)),
                                new ReferenceConnector(later),
                                settings),
                        Outcome.PASS))
                .hasSize(2);
    }

    @Tag("full")
    @Test
    void anAgentThatSaysNothingGetsACompleteReport() throws InterruptedException {
        Faults silent = new Faults().drop("*");

        Report report = InProcess.certify(silent, InProcess.settings(Duration.ofSeconds(2)));

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        InProcess.requireEarlyEnd(report, InProcess.SUITE);
    }
}
