package io.acp4j.tck.internal.report;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The report that all others are made of; {@code docs/tck.md} describes its members. */
public final class JsonReport {

    private static final int SCHEMA_VERSION = 2;

    /** The release of the official schemas, of both versions, that the requirements follow. */
    static final String SCHEMA = "@agentclientprotocol/sdk 2.4.0";

    /** Characters of one message that are kept. */
    private static final int MESSAGE = 16 * 1024;

    /** Messages of one connection that are kept. */
    private static final int MESSAGES = 2_000;

    private JsonReport() {}

    /** Builds the report, with the transcripts of scenarios that failed. */
    public static ObjectNode of(Report report) {
        return of(report, false);
    }

    /**
     * Builds the report.
     *
     * @param allEvidence whether it has the transcripts of all scenarios, not only of those that failed
     */
    public static ObjectNode of(Report report, boolean allEvidence) {
        ObjectNode counts = obj();
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome.name().toLowerCase(Locale.ROOT), report.count(outcome));
        }
        ObjectNode json = obj(
                "schemaVersion",
                SCHEMA_VERSION,
                "side",
                report.side(),
                "protocol",
                report.profile().protocol(),
                "schema",
                SCHEMA,
                "subject",
                report.subject(),
                "started",
                report.started().toString(),
                "durationMillis",
                report.millis(),
                "strict",
                report.strict(),
                "verdict",
                report.verdict().name(),
                "partial",
                report.scope().partial(),
                "verdicts",
                verdicts(report),
                "proposals",
                proposals(report),
                "counts",
                counts,
                "namedScenarios",
                namedScenarios(report),
                "profile",
                profile(report.profile()));
        ArrayNode stale = arr();
        report.stale().forEach(stale::add);
        json.set("staleExpectedFailures", stale);
        ArrayNode recommendations = json.putArray("failedRecommendations");
        report.failedRecommendations()
                .forEach(result -> recommendations.add(result.requirement().id()));
        ArrayNode requirements = json.putArray("requirements");
        report.results().forEach(result -> requirements.add(result(report, result)));
        Set<String> blamed = report.results().stream()
                .filter(result -> result.outcome() == Outcome.FAIL)
                .flatMap(result -> result.scenarios().stream().limit(3))
                .collect(Collectors.toSet());
        ArrayNode scenarios = json.putArray("scenarios");
        report.runs()
                .forEach(run -> scenarios.add(
                        run(run, allEvidence || blamed.contains(run.scenario().name()))));
        return json;
    }

    private static ObjectNode verdicts(Report report) {
        ObjectNode verdicts = obj();
        for (Source source : report.sources()) {
            verdicts.set(
                    source.label(),
                    obj(
                            "verdict",
                            report.verdict(source).name(),
                            "observed",
                            report.observed(source),
                            "applicable",
                            report.applicable(source)));
        }
        return verdicts;
    }

    private static ArrayNode namedScenarios(Report report) {
        ArrayNode lines = arr();
        if (report.side().equals("agent")) {
            for (ForkScenario scenario : ForkScenario.values()) {
                ScenarioLine line = ScenarioLine.of(report, scenario);
                lines.add(
                        obj("name", scenario.label(), "outcome", line.outcome().name(), "text", line.text()));
            }
        }
        return lines;
    }

    private static ArrayNode proposals(Report report) {
        ArrayNode proposals = arr();
        report.proposals().forEach(each -> {
            boolean isJudged = !each.reason().isEmpty();
            String reason = isJudged ? each.reason() : "the subject does not advertise it";
            proposals.add(obj("name", each.proposal().label(), "judged", isJudged, "reason", reason));
        });
        return proposals;
    }

    private static ObjectNode profile(Profile profile) {
        ArrayNode words = arr();
        Set<String> vocabulary = profile.vocabulary();
        if (vocabulary != null) {
            vocabulary.forEach(words::add);
        }
        return obj(
                "initialize",
                profile.initialize().isMissingNode() ? null : profile.initialize(),
                "vocabulary",
                vocabulary == null ? null : words,
                "messageIds",
                profile.messageIds(),
                "trouble",
                profile.firstTrouble(),
                "pace",
                obj(
                        "responseMillis",
                        profile.pace().response().toMillis(),
                        "turnMillis",
                        profile.pace().turn().toMillis()));
    }

    private static ObjectNode result(Report report, Result result) {
        Requirement requirement = result.requirement();
        ArrayNode needs = arr();
        requirement.needs().forEach(needs::add);
        ArrayNode scenarios = arr();
        result.scenarios().forEach(scenarios::add);
        return obj(
                "id",
                requirement.id(),
                "area",
                requirement.area(),
                "level",
                requirement.level().name(),
                "source",
                requirement.source().label(),
                "needs",
                needs,
                "text",
                requirement.text(),
                "citation",
                requirement.citation(),
                "link",
                requirement.link(),
                "outcome",
                result.outcome().name(),
                "judged",
                report.scope().includes(requirement),
                "counts",
                report.counts(result),
                "fails",
                report.fails(result),
                "blocks",
                result.blocks(),
                "expectedFailure",
                report.expectedFailures().contains(requirement.id()),
                "expected",
                result.expected(),
                "observed",
                result.observed(),
                "scenarios",
                scenarios);
    }

    private static ObjectNode run(ScenarioRun run, boolean withTranscripts) {
        ObjectNode json = obj("name", run.scenario().name(), "millis", run.millis());
        ArrayNode findings = json.putArray("findings");
        for (Finding finding : run.findings()) {
            findings.add(obj(
                    "requirement",
                    finding.requirement(),
                    "outcome",
                    finding.outcome().name(),
                    "expected",
                    finding.expected(),
                    "observed",
                    finding.observed()));
        }
        if (!run.onlyWhenUsed().isEmpty()) {
            json.put("onlyWhenUsed", run.onlyWhenUsed());
        }
        if (!run.inCompany().isEmpty()) {
            json.put("inCompany", run.inCompany());
        }
        if (!run.cut().isEmpty()) {
            json.put("cut", run.cut());
        }
        if (withTranscripts) {
            ArrayNode connections = json.putArray("connections");
            run.recordings().forEach(recording -> connections.add(recording(recording)));
        }
        return json;
    }

    private static ObjectNode recording(Recording recording) {
        ObjectNode json = obj("errors", recording.errors(), "messages", recording.messages());
        ArrayNode entries = json.putArray("transcript");
        recording.entries().stream().limit(MESSAGES).forEach(entry -> entries.add(entry(entry)));
        return json;
    }

    private static ObjectNode entry(Entry entry) {
        String text = entry.text();
        String direction = entry.kind() == Entry.Kind.NOTE ? "note" : entry.sent() ? "sent" : "received";
        String shown = entry.kind() == Entry.Kind.NOTE ? String.valueOf(entry.problem()) : text;
        ObjectNode json = obj(
                "millis",
                entry.millis(),
                "direction",
                direction,
                "text",
                shown.length() <= MESSAGE ? shown : shown.substring(0, MESSAGE) + "…",
                "bytes",
                entry.length());
        if (entry.problem() != null && entry.isFromSubject()) {
            json.put("problem", entry.problem());
        }
        return json;
    }
}
