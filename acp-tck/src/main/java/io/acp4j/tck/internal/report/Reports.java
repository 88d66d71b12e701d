package io.acp4j.tck.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes all reports of a run into a directory. */
public final class Reports {

    private Reports() {}

    /** Writes {@code report.json}, {@code report.xml}, {@code report.html}, {@code badge.json}, and a badge for each further profile. */
    public static void write(Report report, Path directory) throws IOException {
        write(report, directory, false);
    }

    /**
     * Writes the same reports.
     *
     * @param allEvidence whether they have the transcripts of all scenarios, not only of those that failed
     */
    public static void write(Report report, Path directory, boolean allEvidence) throws IOException {
        Files.createDirectories(directory);
        JsonNode json = JsonReport.of(report, allEvidence);
        Files.writeString(directory.resolve("report.json"), Json.pretty(json) + "\n");
        Files.writeString(directory.resolve("report.xml"), JunitReport.of(report));
        Files.writeString(directory.resolve("report.html"), HtmlReport.of(List.of(json)));
        Files.writeString(directory.resolve("badge.json"), Json.pretty(Badge.of(report)) + "\n");
        for (Source source : report.sources()) {
            if (source != Source.ACP) {
                Files.writeString(
                        directory.resolve("badge-" + source.label() + ".json"),
                        Json.pretty(Badge.of(report, source)) + "\n");
            }
        }
    }
}
