package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.InProcess.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that refuse by a status what others leave to the agent: it is judged as what it is. */
@Tag("full")
class OddHttpServerTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .jobs(8)
            .authMethod("login")
            .selection(List.of(), Set.of("HTTP-037", "HTTP-038", "HTTP-047", "RPC-030"))
            .build();

    private static Result result(Report report, String id) {
        return report.results().stream()
                .filter(result -> result.requirement().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sessionsThatMayBeReadOnlyWhereTheyAreOpenAreNoFault() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag("http-hides-unopened").flag("http-explains-in-json"), SETTINGS);

        assertThat(with(report, Outcome.FAIL)).isEmpty();
        assertThat(with(report, Outcome.NOT_TESTED)).isEmpty();
        assertThat(List.of("LOAD-001", "RES-001", "HTTP-034", "SESS-006"))
                .allSatisfy(
                        id -> assertThat(result(report, id).outcome()).as(id).isEqualTo(Outcome.PASS));
        Result code = result(report, "SESS-007");
        assertThat(code.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(code.observed()).contains("403", "no code");
    }

    @Test
    void serverThatSpeaksNoHttp2IsNotAskedWhatItSaysOverThat() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag(ReferenceHttpEndpoint.ONLY_HTTP_1),
                SETTINGS.toBuilder()
                        .selection(Set.of("HTTP-048", "HTTP-049"), Set.of())
                        .build());

        assertThat(List.of("HTTP-048", "HTTP-049"))
                .allSatisfy(
                        id -> assertThat(result(report, id).outcome()).as(id).isEqualTo(Outcome.SKIPPED));
        assertThat(result(report, "HTTP-048").observed()).contains("does not speak HTTP/2");
        assertThat(result(report, "HTTP-049").observed()).contains("does not take a client that begins with HTTP/2");
    }

    @Test
    void statusIsNamedByWhichASessionThatIsLoadedMayNotBeRead() throws InterruptedException {
        Report report = InProcess.certifyOverHttp(
                new Faults().flag("http-hides-loaded"),
                SETTINGS.toBuilder().selection(Set.of("LOAD-008"), Set.of()).build());

        Result load = result(report, "LOAD-008");
        assertThat(load.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(load.observed()).contains("refused its event stream", "403");
    }
}
