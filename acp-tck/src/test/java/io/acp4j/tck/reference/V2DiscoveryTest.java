package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A missing step of a prompt fails its own requirement and leaves the rest of the agent open to judgement. */
class V2DiscoveryTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(20)).toBuilder()
            .authMethod("login")
            .build();

    /** A step that an agent of version 2 leaves out, and the requirements that fail for it. */
    enum MissingStep {
        ECHO(Set.of("V2-PROMPT-003")) {
            @Override
            Faults faults() {
                return new Faults().drop("update:user_message");
            }
        },
        ID_OF_ECHO(Set.of("V2-PROMPT-003")) {
            @Override
            Faults faults() {
                return new Faults().change("result:session/prompt", message -> {
                    String id = message.at("/result/messageId").asText();
                    child(message, "/result").put("messageId", id + "-other");
                });
            }
        },
        ID(Set.of("V2-PROMPT-002", "V2-PROMPT-003")) {
            @Override
            Faults faults() {
                return new Faults()
                        .change(
                                "result:session/prompt",
                                message -> child(message, "/result").remove("messageId"));
            }
        },
        ID_THAT_IS_NOT_NULL(Set.of("V2-PROMPT-002", "V2-PROMPT-003")) {
            @Override
            Faults faults() {
                return new Faults()
                        .change(
                                "result:session/prompt",
                                message -> child(message, "/result").putNull("messageId"));
            }
        };

        private final Set<String> fails;

        MissingStep(Set<String> fails) {
            this.fails = fails;
        }

        abstract Faults faults();
    }

    static Stream<Arguments> agents() {
        return Stream.of(MissingStep.values())
                .flatMap(step -> Stream.of("", "responds-when-done")
                        .flatMap(response ->
                                Stream.of("", "knows-no-words").map(words -> Arguments.of(step, response, words))));
    }

    @ParameterizedTest
    @MethodSource("agents")
    void agentWithoutAStepFailsThatStepAndIsJudgedInAllOthers(MissingStep step, String response, String words)
            throws InterruptedException {
        // Responses to work that waits for the client are never sent if they follow its end.
        Settings settings = response.isEmpty()
                ? SETTINGS
                : SETTINGS.toBuilder()
                        .timeouts(Duration.ofSeconds(3), Duration.ofSeconds(20))
                        .build();

        Report report = InProcess.certifyV2(
                ReferenceConnector.ofV2(step.faults().flag(response).flag(words)), settings);

        assertThat(report.profile().promptTrouble()).isNull();
        assertThat(failed(report)).containsAll(step.fails);
        if (response.isEmpty()) {
            assertThat(failed(report))
                    .as("requirements that fail for the same step")
                    .isSubsetOf(Set.of("V2-PROMPT-002", "V2-PROMPT-003", "V2-QUEUE-003", "SHAPE-001"));
        }
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(words.isEmpty() ? 200 : 100);
    }

    @ParameterizedTest
    @EnumSource(NeverIdle.class)
    void agentThatDoesNotBecomeIdleFailsWithTheTrueReason(NeverIdle agent) throws InterruptedException {
        Settings settings = InProcess.settings(Duration.ofMillis(300)).toBuilder()
                .authMethod("login")
                .build();

        Report report = InProcess.certifyV2(ReferenceConnector.ofV2(agent.faults()), settings);

        assertThat(failed(report)).contains("V2-PROMPT-006");
        assertThat(report.profile().promptTrouble()).endsWith(agent.reason);
        assertThat(report.profile().vocabulary()).contains("history");
        assertThat(with(report, Outcome.PASS)).hasSizeGreaterThan(60);
    }

    /** Agents that never report the end of work. */
    enum NeverIdle {
        RUNNING("its last state was `running`"),
        STATELESS("it sent no state_update");

        private final String reason;

        NeverIdle(String reason) {
            this.reason = reason;
        }

        Faults faults() {
            return new Faults()
                    .rewrite(
                            "update:state_update",
                            message -> this == STATELESS
                                            || message.at("/params/update/state")
                                                    .asText()
                                                    .equals("idle")
                                    ? List.of()
                                    : List.of(message));
        }
    }

    private static List<String> failed(Report report) {
        return report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .map(result -> result.requirement().id())
                .toList();
    }
}
