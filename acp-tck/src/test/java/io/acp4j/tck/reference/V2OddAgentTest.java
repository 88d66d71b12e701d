package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents of version 2 that do right what few do: none is failed for it. */
class V2OddAgentTest {

    @Test
    void valuesOfOptionsMayStandInOneGroup() throws InterruptedException {
        passes(options(option ->
                option.set("options", arr(obj("groupId", "all", "name", "All", "options", option.path("options"))))));
    }

    @Test
    void optionsNeedLeaveNoChoice() throws InterruptedException {
        Report report = passes(options(option -> {
            ArrayNode left = arr();
            option.path("options").forEach(value -> {
                if (value.path("value").equals(option.path("currentValue"))) {
                    left.add(value);
                }
            });
            option.set("options", left);
        }));

        assertThat(report.results())
                .filteredOn(result -> result.requirement().id().equals("V2-CONF-003"))
                .singleElement()
                .extracting(Result::outcome)
                .isEqualTo(Outcome.SKIPPED);
    }

    @Test
    void agentOfVersion2OnlyTellsItsVersionsToWhoAsksAgainForALowerOne() throws InterruptedException {
        ObjectNode data = obj("requested", 1, "supported", arr(2));
        ObjectNode error = obj("error", obj("code", -32022, "message", "Unsupported", "data", data));
        passes(new Faults()
                .take(
                        "initialize",
                        (message, agent) -> agent.initialized
                                        && message.at("/params/protocolVersion").asInt() == 1
                                ? Faults.Reaction.members(error.deepCopy())
                                : null));
    }

    @Test
    void workMayEndWithoutAReason() throws InterruptedException {
        Report report = certified(new Faults().change("update:state_update", message -> {
            ObjectNode update = FaultTable.child(message, "/params/update");
            if (update.path("stopReason").asText().equals("end_turn")) {
                update.remove("stopReason");
            }
        }));

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.requirement().id()).isEqualTo("V2-STATE-002");
                    assertThat(result.requirement().level()).isEqualTo(Level.SHOULD);
                });
    }

    @Test
    void whatIsSaidMayComeAsWholeMessages() throws InterruptedException {
        passes(new Faults().flag("unusual:says-whole-messages"));
    }

    @Test
    void statesMayBeRepeatedWithTheLastReason() throws InterruptedException {
        passes(new Faults().flag("unusual:repeats-states"));
    }

    @Test
    void agentMayOfferSeveralWaysToReject() throws InterruptedException {
        passes(new Faults().flag("unusual:offers-never"));
    }

    @ParameterizedTest
    @EnumSource
    void wholeNumbersMayBeSpelledWithAFractionOrAnExponent(SpelledNumbers how) throws InterruptedException {
        passes(new Faults().rewrite("*", message -> List.of(how.line(message))));
    }

    private static void passesAlone(Faults odd, String... requirements) throws InterruptedException {
        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(odd),
                InProcess.settings(Duration.ofSeconds(20)).toBuilder()
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
    void agentMayAddContextToMessagesOfTheUserInAReplay() throws InterruptedException {
        passesAlone(
                new Faults().change("replay", message -> {
                    ObjectNode update = FaultTable.child(message, "/params/update");
                    if (update.path("sessionUpdate").asText().equals("user_message")
                            && update.path("content") instanceof ArrayNode content) {
                        content.add(obj("type", "text", "text", "<reminder>"));
                    }
                }),
                "V2-RES-005",
                "V2-RES-016",
                "V2-RES-020");
    }

    @Test
    void toolCallInTheBackgroundMayEndAfterTheTurn() throws InterruptedException {
        Map<String, ObjectNode> completed = new ConcurrentHashMap<>();
        passesAlone(
                new Faults()
                        .rewrite("update:tool_call_update", message -> {
                            if (!message.at("/params/update/status").asText().equals("completed")) {
                                return List.of(message);
                            }
                            completed.put(message.at("/params/sessionId").asText(), message);
                            return List.of();
                        })
                        .rewrite("update:state_update", message -> {
                            boolean isIdle =
                                    message.at("/params/update/state").asText().equals("idle");
                            ObjectNode held = isIdle
                                    ? completed.remove(
                                            message.at("/params/sessionId").asText())
                                    : null;
                            return held == null ? List.of(message) : List.of(message, held);
                        }),
                "V2-RES-015");
    }

    @Test
    void workWithoutUpdatesMayFollowAPrompt() throws InterruptedException {
        Report report = certified(new Faults().flag("unusual:works-silently"));

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .isEmpty();
    }

    private static Report passes(Faults faults) throws InterruptedException {
        Report report = certified(faults);

        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL)
                .isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        return report;
    }

    private static Report certified(Faults faults) throws InterruptedException {
        return InProcess.certifyV2(
                ReferenceConnector.ofV2(faults),
                InProcess.settings(Duration.ofSeconds(20)).toBuilder()
                        .authMethod("login")
                        .build());
    }

    /** Makes something else of each option that has values. */
    private static Faults options(Consumer<ObjectNode> change) {
        Faults faults = new Faults();
        for (String key : new String[] {
            "result:session/new",
            "result:session/resume",
            "result:session/fork",
            "result:session/set_config_option",
            "update:config_option_update"
        }) {
            String pointer = key.startsWith("update") ? "/params/update/configOptions" : "/result/configOptions";
            faults.change(key, message -> {
                for (JsonNode option : message.at(pointer)) {
                    if (option instanceof ObjectNode select && option.has("options")) {
                        change.accept(select);
                    }
                }
            });
        }
        return faults;
    }
}
