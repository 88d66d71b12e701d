package io.acp4j.tck.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Scope;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportsTest {

    /** What a hostile subject may send in the hope that a report runs it, or breaks on it. */
    static final String HOSTILE = "</script><script>alert(1)</script>]]>&amp;\"'\u2028\u0001\ud83d\ude42"
            + "\u001b[2J\u009b31m\u007f\u202efdp\u2066\u200b\ufeff\udb40\udc41";

    private static final Requirement MUST =
            new Requirement("INIT-001", Level.MUST, Source.ACP, List.of(), "The agent answers.", "initialization", 1);

    private static final Requirement SHOULD = new Requirement(
            "INIT-007", Level.SHOULD, Source.ACP, List.of("list"), "The agent tells its name.", "initialization", 1);

    /** Of a subject that was slow, and took no prompts. */
    private static final Profile PROFILE = new Profile(
            MissingNode.getInstance(),
            MissingNode.getInstance(),
            null,
            false,
            true,
            false,
            null,
            null,
            "nothing known",
            new Pace(Duration.ofMillis(1500), Duration.ofSeconds(20)),
            1);

    private static Scope scope(Set<Source> sources, String partial) {
        return new Scope(sources, Map.of(), Set.of(), partial);
    }

    static Report report(Outcome must, Outcome should, boolean strict, Set<String> expected) {
        Scenario scenario = Scenario.scenario("init/response", "INIT-001 INIT-007", probe -> {});
        Entry entry = new Entry(
                0, 5, false, Entry.Kind.INVALID, HOSTILE.getBytes(StandardCharsets.UTF_8), null, "not one JSON value");
        Recording recording = new Recording(List.of(entry), MissingNode.getInstance(), Set.of(), true, false, HOSTILE);
        ScenarioRun run = new ScenarioRun(
                scenario,
                12,
                List.of(new Finding("INIT-001", must, "a result", HOSTILE)),
                List.of(recording),
                "",
                "",
                false,
                false,
                false,
                false,
                "");
        return new Report(
                "agent",
                "agent " + HOSTILE,
                Instant.EPOCH,
                1234,
                strict,
                scope(Set.of(Source.ACP), ""),
                PROFILE,
                List.of(
                        new Result(
                                MUST,
                                must,
                                "a result",
                                HOSTILE,
                                must == Outcome.NOT_TESTED,
                                List.of("init/response"),
                                "init/response"),
                        new Result(
                                SHOULD,
                                should,
                                "a name",
                                "none",
                                should == Outcome.NOT_TESTED,
                                List.of("init/response"))),
                List.of(run),
                expected);
    }

    @Test
    void aRequirementThatBindsAndFailsMakesTheVerdictFail() {
        assertThat(report(Outcome.FAIL, Outcome.PASS, false, Set.of()).verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(report(Outcome.PASS, Outcome.FAIL, false, Set.of()).verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(report(Outcome.PASS, Outcome.FAIL, true, Set.of()).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void whatKeptTheKitFromPromptingIsTold() {
        JsonNode json = JsonReport.of(report(Outcome.PASS, Outcome.PASS, false, Set.of()));

        assertThat(json.at("/profile/trouble").asText()).isEqualTo("nothing known");
    }

    @Test
    void aRequirementThatBindsAndWasNotSeenMakesTheVerdictIncomplete() {
        assertThat(report(Outcome.NOT_TESTED, Outcome.PASS, false, Set.of()).verdict())
                .isEqualTo(Verdict.INCOMPLETE);
        assertThat(report(Outcome.SKIPPED, Outcome.NOT_TESTED, false, Set.of()).verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void anExpectedFailureIsForgivenAndAStaleOneIsNot() {
        assertThat(report(Outcome.FAIL, Outcome.PASS, false, Set.of("INIT-001")).verdict())
                .isEqualTo(Verdict.PASS);
        assertThat(report(Outcome.PASS, Outcome.PASS, false, Set.of("INIT-001")).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    private static final Requirement PROPOSED = new Requirement(
            "FORK-101", Level.MUST, Source.RFD, List.of("fork"), "A fork has an id of its own.", "rfd session-fork", 1);

    private static Report withProposal(Outcome proposed, Set<Source> sources, String partial) {
        Report report = report(Outcome.PASS, Outcome.PASS, false, Set.of());
        List<Result> results = new ArrayList<>(report.results());
        results.add(new Result(PROPOSED, proposed, "an id", "none", false, List.of("init/response")));
        return new Report(
                report.side(),
                report.subject(),
                report.started(),
                report.millis(),
                false,
                scope(sources, partial),
                report.profile(),
                results,
                report.runs(),
                Set.of());
    }

    @Test
    void eachSourceHasAVerdictAndTheRunHasTheWorst(@TempDir Path directory) throws Exception {
        Report report = withProposal(Outcome.FAIL, Set.of(Source.ACP, Source.RFD), "");
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        Reports.write(report, directory);

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.verdict(Source.RFD)).isEqualTo(Verdict.FAIL);
        assertThat(text.toString())
                .contains("Failed (rfd):", "FAIL: 2 passed, 1 failed")
                .contains("acp   PASS: observed 1 of 1", "rfd   FAIL: observed 1 of 1");
        JsonNode json = Json.read(Files.readAllBytes(directory.resolve("report.json")));
        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.at("/verdicts/acp/verdict").asText()).isEqualTo("PASS");
        assertThat(json.at("/verdicts/rfd/verdict").asText()).isEqualTo("FAIL");
        assertThat(json.at("/verdicts/acp/observed").asInt()).isEqualTo(1);
        assertThat(Json.read(Files.readAllBytes(directory.resolve("badge.json")))
                        .path("message")
                        .asText())
                .isEqualTo("FAIL 2/3");
        assertThat(Json.read(Files.readAllBytes(directory.resolve("badge-rfd.json")))
                        .path("message")
                        .asText())
                .startsWith("FAIL ");
        assertThat(directory.resolve("report.xml")).content().contains("acp-tck.rfd.fork");
    }

    @Test
    void aProfileThatWasNotAskedForHasNoVerdict() {
        Report report = withProposal(Outcome.SKIPPED, Set.of(Source.ACP), "");

        assertThat(report.sources()).containsExactly(Source.ACP);
        assertThat(JsonReport.of(report).path("verdicts").has("rfd")).isFalse();
        assertThat(JunitReport.of(report)).doesNotContain("FORK-101");
    }

    @Test
    void aRunThatLeavesSomethingOutIsPartialAndNeverPasses() {
        Report report = withProposal(Outcome.PASS, Set.of(Source.ACP), "requirements were left out");

        assertThat(report.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(report.verdict().exitCode()).isEqualTo(4);
        assertThat(Badge.of(report).path("message").asText()).startsWith("PARTIAL ");
    }

    @Test
    void whatNobodyCanSeeFromOutsideKeepsNoVerdictOpen() {
        Report report = report(Outcome.PASS, Outcome.PASS, false, Set.of());
        List<Result> results = new ArrayList<>(report.results());
        results.add(new Result(PROPOSED, Outcome.NOT_TESTED, "", "no vocabulary", false, List.of()));
        Report open = new Report(
                "agent",
                "agent",
                Instant.EPOCH,
                1,
                false,
                scope(Set.of(Source.ACP, Source.RFD), ""),
                report.profile(),
                results,
                List.of(),
                Set.of());

        assertThat(open.verdict(Source.RFD)).isEqualTo(Verdict.PASS);
        assertThat(open.observed(Source.RFD)).isZero();
        assertThat(open.applicable(Source.RFD)).isEqualTo(1);
    }

    @Test
    void allReportsAreWritten(@TempDir Path directory) throws Exception {
        Reports.write(report(Outcome.FAIL, Outcome.PASS, false, Set.of()), directory);

        JsonNode json = Json.read(Files.readAllBytes(directory.resolve("report.json")));
        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.at("/requirements/0/observed").asText()).isEqualTo(HOSTILE);
        assertThat(json.at("/scenarios/0/connections/0/transcript/0/text").asText())
                .isEqualTo(HOSTILE);
        assertThat(json.at("/scenarios/0/connections/0/errors").asText()).isEqualTo(HOSTILE);
        JsonNode badge = Json.read(Files.readAllBytes(directory.resolve("badge.json")));
        assertThat(badge.path("message").asText()).isEqualTo("FAIL 1/2");
        assertThat(badge.path("schemaVersion").asInt()).isEqualTo(1);
    }

    @Test
    void theJunitReportIsWellFormedWhateverTheSubjectSends() throws Exception {
        String xml = JunitReport.of(report(Outcome.FAIL, Outcome.NOT_TESTED, false, Set.of()));

        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        Element first = (Element) document.getElementsByTagName("testcase").item(0);
        assertThat(first.getAttribute("name")).startsWith("init/response: INIT-001 [MUST] ");
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void theNameOfACaseDoesNotDependOnTheOutcome(Outcome outcome) {
        Report report = report(outcome, Outcome.PASS, false, Set.of());
        List<Result> elsewhere = report.results().stream()
                .map(result -> new Result(
                        result.requirement(), result.outcome(), "", "", false, List.of("init/another"), result.home()))
                .toList();
        Report withoutRuns = new Report(
                report.side(),
                report.subject(),
                report.started(),
                report.millis(),
                false,
                report.scope(),
                report.profile(),
                elsewhere,
                List.of(),
                Set.of());

        assertThat(JunitReport.of(report)).contains("\"init/response: INIT-001 [MUST]", "\"all scenarios: INIT-007");
        assertThat(JunitReport.of(withoutRuns)).contains("\"init/response: INIT-001 [MUST]");
    }

    @Test
    void anExpectedFailureDoesNotFailTheLineOfAScenario() {
        Requirement fork = new Requirement("FORK-101", Level.MUST, Source.ACP, List.of(), "Forks.", "schema", 1);
        Report unexpected = forked(fork, Set.of());
        Report expected = forked(fork, Set.of("FORK-101"));

        assertThat(ScenarioLine.of(unexpected, ForkScenario.FORK).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(ScenarioLine.of(expected, ForkScenario.FORK))
                .extracting(ScenarioLine::outcome, ScenarioLine::text)
                .containsExactly(Outcome.PASS, "0 of 0 requirements were observed; FORK-101 fails, as expected");
    }

    @Test
    void scenarioLinesOfARunWithAnOutdatedExpectedFailureFail() {
        Report report = report(Outcome.PASS, Outcome.PASS, false, Set.of("INIT-001"));
        StringWriter lines = new StringWriter();

        Verdict verdict = ScenarioLine.print(report, List.of(ForkScenario.FORK), new PrintWriter(lines, true));

        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(verdict).isEqualTo(Verdict.FAIL);
        assertThat(lines.toString()).contains("Expected failures that passed", "INIT-001");
    }

    private static Report forked(Requirement fork, Set<String> expected) {
        Report report = report(Outcome.PASS, Outcome.PASS, false, expected);
        return new Report(
                report.side(),
                report.subject(),
                report.started(),
                report.millis(),
                false,
                report.scope(),
                report.profile(),
                List.of(new Result(fork, Outcome.FAIL, "a fork", "none", false, List.of("fork/one"), "fork/one")),
                List.of(),
                expected);
    }

    @Test
    void nothingThatTheSubjectSendsBecomesMarkup() {
        String page = HtmlReport.of(List.of(JsonReport.of(report(Outcome.FAIL, Outcome.PASS, false, Set.of()))));

        assertThat(page).doesNotContain("<script>alert").contains("\\u003c/script\\u003e");
        assertThat(page.split("</script>", -1)).hasSize(3);
    }

    @Test
    void whatSteersATerminalOrHidesIsShownWhereverAPersonReads() throws Exception {
        Report report = report(Outcome.FAIL, Outcome.PASS, false, Set.of());
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        String xml = JunitReport.of(report);

        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        Element failure = (Element) document.getElementsByTagName("failure").item(0);
        for (String shown : List.of(
                text.toString(),
                failure.getAttribute("message"),
                failure.getTextContent(),
                document.getDocumentElement().getAttribute("name"))) {
            assertThat(shown)
                    .contains(
                            "\\u2028\\u0001\ud83d\ude42\\u001b[2J\\u009b31m\\u007f\\u202efdp\\u2066\\u200b\\ufeff\\u{e0041}");
            assertThat(shown.codePoints()
                            .filter(point -> point != '\n' && point != '\r')
                            .mapToObj(Character::getType)
                            .toList())
                    .doesNotContain((int) Character.CONTROL, (int) Character.FORMAT);
        }
    }

    @Test
    void everyCharacterIsShownAsItselfOrAsAnEscape() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            String shown = VisibleText.line(Character.toString(point));
            boolean hidden = switch (Character.getType(point)) {
                case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
                default -> false;
            };
            if (hidden) {
                assertThat(shown).matches("\\\\u[0-9a-f]{4}|\\\\u\\{[0-9a-f]+}|\\\\r| ");
            }
        }
        assertThat(VisibleText.line("a\tb\nc\r\n")).isEqualTo("a b c\\r ");
        assertThat(VisibleText.lines("a\tb\nc\r\n")).isEqualTo("a\tb\nc\\r\n");
        assertThat(VisibleText.lines("Grüße, 日本, עברית, 🙂")).isEqualTo("Grüße, 日本, עברית, 🙂");
    }

    @Test
    void theSummaryNamesWhatFailedAndWhatIsMissing() {
        StringWriter text = new StringWriter();

        TextReport.print(report(Outcome.NOT_TESTED, Outcome.FAIL, true, Set.of()), new PrintWriter(text));

        assertThat(text.toString())
                .contains("Not tested, though required:")
                .contains("INIT-001: ")
                .contains("INIT-007 [SHOULD]")
                .contains("FAIL: 0 passed, 1 failed, 1 not tested, 0 skipped")
                .contains("acp   FAIL: observed 1 of 2 requirements (MUST and SHOULD) that apply")
                .contains("MUST and SHOULD decide the verdict (--strict), as far as the kit could observe them.");
    }

    @ParameterizedTest(name = "MUST {0}, SHOULD {1}, strict {2}, expected {3}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
            PASS | FAIL | false |          | 1 recommendation (SHOULD, MAY), which does not count
            FAIL | FAIL | false |          | 1 requirement (MUST), which decides; 1 recommendation (SHOULD, MAY), which does not count
            FAIL | PASS | false | INIT-001 | 1 expected failure, which does not count
            PASS | FAIL | true  |          | 1 requirement (MUST, SHOULD), which decides
            """)
    void summaryStatesWhichFailuresCount(
            Outcome must, Outcome should, boolean strict, @Nullable String expected, String failures) {
        Report report = report(must, should, strict, expected == null ? Set.of() : Set.of(expected));

        assertThat(summary(report)).contains("The failures: " + failures + ".");
    }

    @Test
    void summaryWithoutFailuresDoesNotExplainThem() {
        assertThat(summary(report(Outcome.PASS, Outcome.PASS, false, Set.of()))).doesNotContain("The failures");
    }

    @Test
    void failureOfATestedProfileDecidesTheVerdict() {
        assertThat(summary(withProposal(Outcome.FAIL, Set.of(Source.ACP, Source.RFD), "")))
                .contains("The failures: 1 requirement (MUST), which decides.");
    }

    @Test
    void summaryOfAFailureExplainsWhyPopularAgentsHaveFindings() {
        String explanation = "Popular implementations have findings too";

        assertThat(summary(report(Outcome.FAIL, Outcome.PASS, false, Set.of()))).contains(explanation);
        assertThat(summary(report(Outcome.PASS, Outcome.FAIL, false, Set.of()))).doesNotContain(explanation);
    }

    @Test
    void summaryReportsTheMissingVocabularyOnceWithTheNumberOfRequirements() {
        Report report = report(Outcome.PASS, Outcome.PASS, false, Set.of());
        List<Result> results = new ArrayList<>();
        Catalogue.ofAgents().all().stream()
                .filter(requirement -> requirement.level() == Level.MUST && requirement.source() == Source.ACP)
                .forEach(requirement -> requirement.needs().stream()
                        .filter(need -> need.startsWith("word:"))
                        .findFirst()
                        .ifPresent(need -> results.add(new Result(
                                requirement,
                                Outcome.NOT_TESTED,
                                "",
                                UNDRIVEN.gap(need, Settings.defaults())
                                        .orElseThrow()
                                        .reason(),
                                false,
                                List.of()))));

        String summary = summary(with(report, UNDRIVEN, results));

        assertThat(summary)
                .containsOnlyOnce("the subject does not know the prompt vocabulary")
                .contains("  " + results.size() + " requirements: ");
    }

    @ParameterizedTest(name = "{0} is stale: {1}")
    @CsvSource({"PASS,true", "FAIL,false", "SKIPPED,false", "NOT_TESTED,false"})
    void onlyAnExpectedFailureThatPassedIsStale(Outcome outcome, boolean isStale) {
        Report report = report(outcome, Outcome.PASS, false, Set.of("INIT-001"));

        assertThat(report.stale().contains("INIT-001")).isEqualTo(isStale);
    }

    @Test
    void whatFailedStandsLastBeforeTheVerdictWithItsScenario() {
        String summary = summary(report(Outcome.NOT_TESTED, Outcome.FAIL, true, Set.of()));

        assertThat(summary)
                .containsSubsequence("Not tested, though required:", "Failed:", "scenario: ", "FAIL: 0 passed");
    }

    @Test
    void theSummarySaysWhatDecidesAndWhatToDoAboutAnAgentThatNobodyDrives() {
        Report troubled = report(Outcome.NOT_TESTED, Outcome.FAIL, false, Set.of());
        Report report = with(troubled, UNDRIVEN, troubled.results());

        assertThat(summary(report))
                .contains("Only MUST decides the verdict, as far as the kit could observe it.")
                .contains("teach the agent the prompt vocabulary: https://")
                .contains("docs/tck.md#the-prompt-vocabulary");
        assertThat(summary(troubled)).doesNotContain("teach the agent");
    }

    /** Knows no prompt vocabulary. */
    private static final Profile UNDRIVEN = new Profile(
            MissingNode.getInstance(),
            MissingNode.getInstance(),
            null,
            false,
            true,
            false,
            null,
            null,
            null,
            Pace.UNKNOWN,
            1);

    private static Report with(Report report, Profile profile, List<Result> results) {
        return new Report(
                report.side(),
                report.subject(),
                report.started(),
                report.millis(),
                false,
                report.scope(),
                profile,
                results,
                report.runs(),
                Set.of());
    }

    /** Returns the hint of a run that tests only a part of the catalogue, in a report where nothing applies. */
    private static List<String> hint(Settings settings, Outcome outcome, String reason) {
        Report report = report(Outcome.PASS, Outcome.PASS, false, Set.of());
        List<Result> results = Catalogue.ofAgents().all().stream()
                .map(requirement -> new Result(requirement, outcome, "", reason, false, List.of()))
                .toList();
        return SelectionHint.of(
                new Report(
                        "agent",
                        "agent",
                        Instant.EPOCH,
                        1,
                        false,
                        Scope.of(settings),
                        report.profile(),
                        results,
                        List.of(),
                        Set.of()),
                settings);
    }

    private static Settings only(String... selection) {
        return Settings.builder().selection(List.of(selection), List.of()).build();
    }

    @Test
    void runThatJudgesNothingReportsTheReason() {
        assertThat(hint(only("FORK"), Outcome.SKIPPED, "the agent does not advertise sessionCapabilities.fork"))
                .containsExactly("Nothing was tested: "
                        + Catalogue.ofAgents().all().stream()
                                .filter(requirement -> requirement.area().equals("FORK"))
                                .count()
                        + " requirements were skipped,"
                        + " the agent does not advertise sessionCapabilities.fork.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LIST", "INIT-001", "LIST-00*"})
    void selectionOfTheProtocolNeedsNoHint(String selection) {
        assertThat(hint(only(selection), Outcome.PASS, "seen")).isEmpty();
    }

    private static String summary(Report report) {
        StringWriter text = new StringWriter();
        TextReport.print(report, new PrintWriter(text));
        return text.toString();
    }
}
