package io.acp4j.tck.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Looks at the page in a real browser, after its scripts have run. */
@Tag("full")
class ReportPageTest {

    private static final int TIMEOUT_SECONDS = 120;
    private static final Path PLACE = Path.of("target", "browser").toAbsolutePath();

    private static final JsonNode FAILING =
            JsonReport.of(ReportsTest.report(Outcome.FAIL, Outcome.PASS, false, Set.of()));
    private static final JsonNode PASSING =
            JsonReport.of(ReportsTest.report(Outcome.PASS, Outcome.SKIPPED, false, Set.of()));

    private static Optional<Path> browser() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Pattern.compile(File.pathSeparator)
                        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page and gives its document as the browser has it once everything is loaded. */
    private static String open(String name, String fragment, JsonNode... reports) throws Exception {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "there is no Chromium on the PATH");
        // The browser's processes may outlive it for a moment: what they write is not in anybody's way here.
        Path place = Files.createDirectories(PLACE);
        Path page = Files.writeString(place.resolve(name + ".html"), HtmlReport.of(List.of(reports)));
        Path dom = place.resolve(name + ".dom");
        Process process = new ProcessBuilder(
                        browser.get().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + place.resolve(name + ".profile"),
                        "--dump-dom",
                        page.toUri() + fragment)
                .redirectOutput(dom.toFile())
                .redirectError(place.resolve(name + ".log").toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("the browser is done; see %s", place)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(dom);
    }

    @Test
    void aFailingRunShowsWhatWasExpectedAndTheTranscript() throws Exception {
        String dom = open("failing", "", FAILING);

        assertThat(dom)
                .contains("<span class=\"verdict FAIL\">FAIL</span>")
                .contains("2 of 2 requirements")
                .contains("Trouble: nothing known")
                .contains("first response after 1.5 s, first turn 20.0 s")
                .contains("<tr id=\"INIT-001\" class=\"counted FAIL\">")
                .contains("<dt>expected</dt><dd>a result</dd>")
                .contains("<summary>Transcript of init/response</summary>")
                .contains("<summary>Error output</summary>")
                .contains("<b>INIT</b>");
        assertThat(dom.substring(dom.lastIndexOf("</script>")))
                .as("what the subject sent is text")
                .doesNotContain("<script>alert");
        assertThat(dom.substring(dom.indexOf("<tbody>"), dom.indexOf("</tbody>")))
                .as("the rows of the table")
                .contains("&lt;script&gt;alert")
                .contains(
                        "\\u2028\\u0001\ud83d\ude42\\u001b[2J\\u009b31m\\u007f\\u202efdp\\u2066\\u200b\\ufeff\\u{e0041}")
                .doesNotContain("<script", "\u202e", "\u200b");
    }

    @Test
    void whatIsWrongStandsAboveEverythingElseAndLeadsToItsTranscript() throws Exception {
        String dom = open("jumping", "#INIT-001", FAILING);

        String body = dom.substring(dom.indexOf("<body"));
        assertThat(body).contains("<b>What is wrong</b>", "<a href=\"#INIT-001\">INIT-001</a>", "<details open=\"\">");
        assertThat(body.indexOf("What is wrong")).isLessThan(body.indexOf("By area"));
        assertThat(open("nothing-wrong", "", PASSING)).doesNotContain("<b>What is wrong</b>");
    }

    @Test
    void theFilterInTheAddressLeavesOnlyWhatItNames() throws Exception {
        String dom = open("filtered", "#outcome=PASS&area=INIT&query=name", FAILING);

        assertThat(dom)
                .contains("1 of 2 requirements")
                .contains("<tr id=\"INIT-007\"")
                .contains("aria-pressed=\"true\"")
                .doesNotContain("<tr id=\"INIT-001\"");
    }

    @Test
    void severalRunsStandSideBySide() throws Exception {
        String dom = open("compared", "#outcome=FAIL", FAILING, PASSING);

        assertThat(dom)
                .contains("<span class=\"verdict FAIL\">FAIL</span>#1 ")
                .contains("<span class=\"verdict PASS\">PASS</span>#2 ")
                .contains("<th>#1</th><th>#2</th>")
                .contains("1 of 2 requirements")
                .contains("<td class=\"mark FAIL\">FAIL</td><td class=\"mark PASS\">PASS</td>");
    }

    @Test
    void failedRecommendationsAreShownAsNotCounting() throws Exception {
        JsonNode recommended = JsonReport.of(ReportsTest.report(Outcome.PASS, Outcome.FAIL, false, Set.of()));

        assertThat(open("recommended", "", recommended))
                .contains("1 failed (1 is a recommendation, which does not count)")
                .contains("Failed recommendations: <a href=\"#INIT-007\">INIT-007</a>");
    }
}
