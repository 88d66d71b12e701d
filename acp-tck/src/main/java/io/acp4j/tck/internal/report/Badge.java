package io.acp4j.tck.internal.report;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import java.util.stream.Stream;

/** What shields.io makes a badge of. */
public final class Badge {

    private Badge() {}

    /** Builds the response of an endpoint badge. */
    public static ObjectNode of(Report report) {
        return of(report, Source.ACP);
    }

    /** Builds the response of an endpoint badge about the requirements of one source. */
    static ObjectNode of(Report report, Source source) {
        Verdict verdict = report.verdict(source);
        String color = switch (verdict) {
            case PASS -> "brightgreen";
            case FAIL -> "red";
            case INCOMPLETE -> "yellow";
            case PARTIAL -> "lightgrey";
        };
        long applicable = Stream.of(Outcome.values())
                .filter(outcome -> outcome != Outcome.SKIPPED)
                .mapToLong(outcome -> report.count(source, outcome))
                .sum();
        String profile = source == Source.ACP ? "" : " (" + source.label() + ")";
        String version =
                report.profile().protocol() == 1 ? "" : " v" + report.profile().protocol();
        return obj(
                "schemaVersion",
                1,
                "label",
                "ACP" + version + " " + report.side() + " conformance" + profile,
                "message",
                verdict + " " + report.count(source, Outcome.PASS) + "/" + applicable,
                "color",
                color);
    }
}
