package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** An error that hides a MUST of an agent without the prompt vocabulary keeps the verdict open. */
class HiddenRequirementTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(20)).toBuilder()
            .authMethod("login")
            .build();

    private static Report certified(Faults agent) throws InterruptedException {
        Report report = InProcess.certify(agent.flag("knows-no-words"), SETTINGS);
        assertThat(report.profile().isUndriven()).isTrue();
        return report;
    }

    @Test
    void agentWithoutVocabularyAndWithoutErrorsPasses() throws InterruptedException {
        assertThat(certified(new Faults()).verdict(Source.ACP)).isEqualTo(Verdict.PASS);
    }

    @Test
    void promptThatIsRefusedHidesTheReplay() throws InterruptedException {
        Report report = certified(new Faults()
                .error(
                        "session/prompt",
                        message -> message.at("/params/prompt/0/text").asText().equals("second question"),
                        -32603));

        assertThat(report.verdict(Source.ACP)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(result(report, "LOAD-002").outcome()).isEqualTo(Outcome.NOT_TESTED);
        assertThat(result(report, "LOAD-002").blocks()).isTrue();
    }

    @Test
    void forkThatDeletesItsSourceDoesNotPass() throws InterruptedException {
        Set<String> deleted = ConcurrentHashMap.newKeySet();
        Faults agent = new Faults().take("session/fork", (message, self) -> {
            deleted.add(message.at("/params/sessionId").asText());
            return null;
        });
        for (String method : new String[] {"session/load", "session/prompt", "session/close"}) {
            agent.take(
                    method,
                    (message, self) ->
                            deleted.contains(message.at("/params/sessionId").asText())
                                    ? Faults.Reaction.members(
                                            obj("error", obj("code", -32002, "message", "There is no such session")))
                                    : null);
        }

        Report report = certified(agent);

        assertThat(report.verdict(Source.RFD)).isIn(Verdict.INCOMPLETE, Verdict.FAIL);
        assertThat(report.verdict(Source.ACP4J)).isIn(Verdict.INCOMPLETE, Verdict.FAIL);
    }

    private static Result result(Report report, String id) {
        return report.results().stream()
                .filter(each -> each.requirement().id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
