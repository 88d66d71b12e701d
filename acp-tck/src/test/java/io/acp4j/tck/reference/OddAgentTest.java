package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that do right what few do: none is failed for it, and the report says what to do. */
class OddAgentTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60));

    private static List<String> failed(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .map(Result::toString)
                .toList();
    }

    private static Faults asksForAuthenticationFirst(String... methods) {
        Faults faults = new Faults().flag("auth-required");
        for (String method : methods) {
            faults.take(
                    method,
                    (message, agent) -> agent.authenticated
                            ? null
                            : Faults.Reaction.members(
                                    obj("error", obj("code", -32000, "message", "Authentication required"))));
        }
        return faults;
    }

    @Test
    void errorThatAsksForAuthenticationIsNoWrongErrorForAnUnknownSession() throws InterruptedException {
        Report report = InProcess.certify(
                asksForAuthenticationFirst(
                        "session/prompt",
                        "session/load",
                        "session/resume",
                        "session/set_mode",
                        "session/set_config_option"),
                SETTINGS);

        assertThat(failed(report)).isEmpty();
        assertThat(report.results())
                .filteredOn(result -> List.of("SESS-007", "SESS-013")
                        .contains(result.requirement().id()))
                .hasSize(2)
                .allSatisfy(result -> {
                    assertThat(result.outcome()).isEqualTo(Outcome.NOT_TESTED);
                    assertThat(result.observed()).contains("authentication");
                });
    }

    @Test
    void messagesMayHoldSeparatorsOfLinesThatAreNoNewlines() throws InterruptedException {
        Faults odd = new Faults();
        for (String key : List.of("result:session/new", "update:agent_message_chunk")) {
            String holder = key.startsWith("result") ? "/result" : "/params";
            odd.change(
                    key,
                    message -> FaultTable.child(message, holder).set("_meta", obj("note", "a\u0085b\u2028c\u2029d")));
        }

        Report report =
                InProcess.certify(odd, SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void messagesMayBeOfAsciiOnly() throws InterruptedException {
        Faults ascii = new Faults().rewrite("*", message -> List.of(escaped(message.toString())));

        Report report = InProcess.certify(
                ascii, SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    private static void passes(Faults odd, String... requirements) throws InterruptedException {
        Report report = InProcess.certify(
                odd,
                SETTINGS.toBuilder()
                        .authMethod("login")
                        .selection(List.of(requirements), List.of())
                        .build());

        assertThat(report.results())
                .filteredOn(result ->
                        List.of(requirements).contains(result.requirement().id()))
                .hasSize(requirements.length)
                .allSatisfy(result ->
                        assertThat(result.outcome()).as(result.toString()).isEqualTo(Outcome.PASS));
    }

    @Test
    void bannerAfterLoadIsNoPartOfTheReplay() throws InterruptedException {
        ObjectNode banner =
                obj("sessionUpdate", "agent_message_chunk", "content", obj("type", "text", "text", "Answer"));
        List<ObjectNode> requests = new CopyOnWriteArrayList<>();
        passes(
                new Faults()
                        .take("session/load", (message, agent) -> {
                            requests.add(message.deepCopy());
                            return null;
                        })
                        .rewrite(
                                "result:session/load",
                                message -> List.of(
                                        message,
                                        notification(
                                                requests.get(requests.size() - 1)
                                                        .at("/params/sessionId")
                                                        .asText(),
                                                banner))),
                "LOAD-005");
    }

    @Test
    void agentMayAddContextToMessagesOfTheUserInAReplay() throws InterruptedException {
        passes(
                new Faults().rewrite("update:user_message_chunk", message -> {
                    ObjectNode added = message.deepCopy();
                    FaultTable.child(added, "/params/update/content").put("text", "<reminder>");
                    return List.of(message, added);
                }),
                "LOAD-002",
                "LOAD-004",
                "LOAD-010",
                "LOAD-016",
                "LOAD-019");
    }

    @Test
    void toolCallInTheBackgroundMayContinueWhileAnotherSessionWorks() throws InterruptedException {
        List<String> started = new CopyOnWriteArrayList<>();
        passes(
                new Faults().rewrite("update:agent_message_chunk", message -> {
                    String session = message.at("/params/sessionId").asText();
                    List<Object> messages = new ArrayList<>(List.of(message));
                    if (!started.contains(session)) {
                        started.forEach(other -> messages.add(notification(
                                other,
                                obj("sessionUpdate", "tool_call_update", "toolCallId", "b", "status", "completed"))));
                        started.add(session);
                        messages.add(notification(
                                session,
                                obj("sessionUpdate", "tool_call", "toolCallId", "b", "title", "In the background")));
                    }
                    return messages;
                }),
                "SESS-018");
    }

    private static ObjectNode notification(String session, ObjectNode update) {
        return obj("jsonrpc", "2.0", "method", "session/update", "params", obj("sessionId", session, "update", update));
    }

    private static String escaped(String message) {
        StringBuilder ascii = new StringBuilder();
        message.chars().forEach(each -> ascii.append(each < 128 ? (char) each : String.format("\\u%04x", each)));
        return ascii.toString();
    }

    @ParameterizedTest
    @EnumSource
    void wholeNumbersMayBeSpelledWithAFractionOrAnExponent(SpelledNumbers how) throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().rewrite("*", message -> List.of(how.line(message))),
                SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    /** With one id; the pieces begin and end with white space. */
    @Test
    void messagesMayBeReplayedInPieces() throws InterruptedException {
        Faults pieces = new Faults()
                .rewrite(
                        "update:user_message_chunk",
                        message -> message.at("/params/update/content/text").isTextual()
                                ? pieces(message)
                                : List.of(message));

        Report report = InProcess.certify(
                pieces, SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    private static List<Object> pieces(ObjectNode message) {
        List<Object> pieces = new ArrayList<>();
        for (String piece : message.at("/params/update/content/text").asText().split("(?<=\\s)")) {
            ObjectNode chunk = message.deepCopy();
            FaultTable.child(chunk, "/params/update/content").put("text", piece);
            pieces.add(chunk);
        }
        return pieces;
    }

    @ParameterizedTest
    @ValueSource(strings = {"replays-without-white-space", "stores-without-white-space"})
    void whiteSpaceThatIsNotReplayedIsARecommendation(String flag) throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag(flag),
                SETTINGS.toBuilder().authMethod("login").build());

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.requirement().id()).isEqualTo("LOAD-019");
                    assertThat(result.requirement().level()).isEqualTo(Level.SHOULD);
                });
    }

    @Test
    void locationsOfToolCallsNeedNoLine() throws InterruptedException {
        Faults lineless = new Faults()
                .change(
                        "update:tool_call",
                        message -> message.at("/params/update/locations")
                                .forEach(location -> ((ObjectNode) location).remove("line")));

        Report report = InProcess.certify(
                lineless, SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void agentMayOfferSeveralWaysToReject() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag("unusual:offers-never"),
                SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rounds-ids", "unusual:reads-no-large-ids"})
    void agentThatHoldsNumbersAsJavaScriptDoesPasses(String flag) throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag(flag),
                SETTINGS.toBuilder().authMethod("login").build());

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.requirement().id()).isEqualTo("RPC-035");
                    assertThat(result.requirement().level()).isEqualTo(Level.SHOULD);
                });
    }

    @Test
    void idsOfSessionsMayBeAnyText() throws InterruptedException {
        Report report = InProcess.certify(
                new Faults().flag("odd-session-ids"),
                SETTINGS.toBuilder().authMethod("login").build());

        assertThat(failed(report)).isEmpty();
        assertThat(report.results())
                .noneMatch(result -> result.outcome() == Outcome.NOT_TESTED)
                .hasSizeGreaterThan(300);
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void agentOfVersion2OnlyIsNoFaultyAgentOfVersion1() throws InterruptedException {
        Report report = InProcess.certify(ReferenceConnector.ofV2(new Faults()), SETTINGS);

        assertThat(failed(report)).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(report.profile().trouble()).contains("does not speak version 1", "--protocol 2");
    }
}
