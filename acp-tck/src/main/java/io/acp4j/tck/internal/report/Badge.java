package io.acp4j.tck.internal.report;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Verdict;
import java.util.List;
import java.util.function.Predicate;

/** What shields.io makes a badge of. */
public final class Badge {

    private Badge() {}

    /** Builds the response of an endpoint badge about the verdict of the run. */
    public static ObjectNode of(Report report) {
        return of(report, "", report.verdict(), report.tested().toList());
    }

    /** Builds the response of an endpoint badge about the requirements of one source. */
    static ObjectNode of(Report report, Source source) {
        List<Result> results = report.tested()
                .filter(result -> result.requirement().source() == source)
                .toList();
        return of(report, " (" + source.label() + ")", report.verdict(source), results);
    }

    private static ObjectNode of(Report report, String profile, Verdict verdict, List<Result> results) {
        String color = switch (verdict) {
            case PASS -> "brightgreen";
            case FAIL -> "red";
            case INCOMPLETE -> "yellow";
            case PARTIAL -> "lightgrey";
        };
        String version =
                report.profile().protocol() == 1 ? "" : " v" + report.profile().protocol();
        return obj(
                "schemaVersion",
                1,
                "label",
                "ACP" + version + " " + report.side() + " conformance" + profile,
                "message",
                verdict + " " + count(results, outcome -> outcome == Outcome.PASS) + "/"
                        + count(results, outcome -> outcome != Outcome.SKIPPED),
                "color",
                color);
    }

    private static long count(List<Result> results, Predicate<Outcome> some) {
        return results.stream().map(Result::outcome).filter(some).count();
    }
}
