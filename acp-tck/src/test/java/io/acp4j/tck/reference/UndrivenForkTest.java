package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults in forks of agents that do not know the prompt vocabulary fail a MUST as well. */
class UndrivenForkTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(5)).toBuilder()
            .authMethod("login")
            .profiles()
            .build();

    /** Returns an agent that sends a thought before each message and the message in two chunks. */
    private static Faults undriven() {
        return new Faults().rewrite("update:agent_message_chunk", message -> {
            ObjectNode update = FaultTable.child(message, "/params/update");
            String text = update.at("/content/text").asText();
            if (text.startsWith("tck-vocabulary:")) {
                FaultTable.child(update, "/content").put("text", "What is that?");
                return List.of(message);
            }
            if (text.isEmpty()) {
                return List.of(message);
            }
            ObjectNode thought = message.deepCopy();
            FaultTable.child(thought, "/params/update")
                    .put("sessionUpdate", "agent_thought_chunk")
                    .put("messageId", "thought-" + update.path("messageId").asText());
            ObjectNode rest = message.deepCopy();
            int half = text.length() / 2;
            FaultTable.child(message, "/params/update/content").put("text", text.substring(0, half));
            FaultTable.child(rest, "/params/update/content").put("text", text.substring(half));
            return List.of(thought, message, rest);
        });
    }

    private static Report certify(Faults faults, String... only) throws InterruptedException {
        Report report = InProcess.certify(
                faults, SETTINGS.toBuilder().selection(List.of(only), List.of()).build());
        assertThat(report.profile().isUndriven()).isTrue();
        return report;
    }

    private static List<String> with(Report report, Outcome outcome) {
        return report.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(result -> result.requirement().id())
                .toList();
    }

    @Test
    void scenariosOfForksAreObservedWithoutTheVocabulary() throws InterruptedException {
        Report report = certify(undriven(), "FORK-009", "FORK-108", "FORK-026", "FORK-126", "FORK-032", "FORK-137");

        assertThat(with(report, Outcome.PASS))
                .containsExactlyInAnyOrder("FORK-009", "FORK-108", "FORK-026", "FORK-126", "FORK-032", "FORK-137");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void silenceAndCrashAtAThoughtFail(boolean crashes) throws InterruptedException {
        Faults faults = undriven()
                .take(
                        "session/fork",
                        (message, agent) ->
                                message.at("/params/messageId").asText().startsWith("thought-")
                                        ? new Faults.Reaction(null, crashes)
                                        : null);

        Report report = certify(faults, "FORK-137");

        assertThat(with(report, Outcome.FAIL)).containsExactly("FORK-137");
        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void forkThatDeletesItsSourceFails() throws InterruptedException {
        Report report = certify(undriven().flag("forks-move-the-source"), "FORK-108");

        assertThat(with(report, Outcome.FAIL)).containsExactly("FORK-108");
    }
}
