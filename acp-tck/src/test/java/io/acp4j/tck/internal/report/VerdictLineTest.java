package io.acp4j.tck.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictLineTest {

    @Test
    void verdictOfEachReportNamesTheFailedRecommendations(@TempDir Path directory) throws Exception {
        Report report = ReportsTest.report(Outcome.PASS, Outcome.FAIL, false, Set.of());
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        Reports.write(report, directory);

        assertThat(text.toString())
                .containsPattern(
                        "PASS: 1 passed, 1 failed, 0 not tested, 0 skipped in 1.2 s; 1 recommendation failed: INIT-007\\R");
        assertThat(JsonReport.of(report).path("failedRecommendations"))
                .extracting(JsonNode::asText)
                .containsExactly("INIT-007");
        assertThat(directory.resolve("report.xml"))
                .content()
                .contains("<property name=\"verdict\" value=\"PASS; 1 recommendation failed: INIT-007\"/>");
    }

    @Test
    void verdictNamesTheFirstFiveOfManyFailedRecommendationsAndThenPermissions() {
        Report report = ReportsTest.report(Outcome.PASS, Outcome.FAIL, false, Set.of());
        List<Result> results = new ArrayList<>();
        Requirement permission = new Requirement(
                "CANC-017", Level.MAY, Source.ACP, List.of(), "A request can be cancelled.", "cancellation", 1);
        results.add(new Result(permission, Outcome.FAIL, "", "", false, List.of()));
        for (int i = 1; i <= 5; i++) {
            Requirement each = new Requirement(
                    "LOAD-00" + i, Level.SHOULD, Source.ACP, List.of(), "It is replayed.", "session-setup", 1);
            results.add(new Result(each, Outcome.FAIL, "", "", false, List.of()));
        }

        assertThat(VerdictLine.of(with(report, results.subList(0, 5))))
                .isEqualTo("PASS; 5 recommendations failed: LOAD-001, LOAD-002, LOAD-003, LOAD-004, CANC-017 (MAY)");
        assertThat(VerdictLine.of(with(report, results)))
                .isEqualTo(
                        "PASS; 6 recommendations failed: LOAD-001, LOAD-002, LOAD-003, LOAD-004, LOAD-005 and 1 more");
    }

    @Test
    void verdictNamesNoRecommendationThatIsExpectedToFailOrThatDecides() {
        assertThat(VerdictLine.of(ReportsTest.report(Outcome.PASS, Outcome.FAIL, false, Set.of("INIT-007"))))
                .isEqualTo("PASS");
        assertThat(VerdictLine.of(ReportsTest.report(Outcome.PASS, Outcome.FAIL, true, Set.of())))
                .isEqualTo("FAIL");
        assertThat(VerdictLine.of(ReportsTest.report(Outcome.PASS, Outcome.PASS, false, Set.of())))
                .isEqualTo("PASS");
    }

    private static Report with(Report report, List<Result> results) {
        return new Report(
                report.side(),
                report.subject(),
                report.started(),
                report.millis(),
                false,
                report.scope(),
                report.profile(),
                results,
                report.runs(),
                Set.of());
    }
}
