package io.acp4j.tck.internal.report;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;

/** What shields.io makes a badge of. */
public final class Badge {

    private Badge() {}

    /** Builds the answer of an endpoint badge. */
    public static ObjectNode of(Report report) {
        String color = switch (report.verdict()) {
            case PASS -> "brightgreen";
            case FAIL -> "red";
            case INCOMPLETE -> "yellow";
        };
        long applicable = report.results().size() - report.count(Outcome.SKIPPED);
        return obj(
                "schemaVersion",
                1,
                "label",
                "ACP " + report.side() + " conformance",
                "message",
                report.verdict() + " " + report.count(Outcome.PASS) + "/" + applicable,
                "color",
                color);
    }
}
