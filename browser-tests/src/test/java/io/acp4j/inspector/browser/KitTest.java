package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The conformance kit, run from the page against an agent of the command line. */
class KitTest extends BrowserTest {

    private static final String WORD = "with \"quotes\", \\\\ and 'more'";

    /**
     * Understands initialize, with one capability of a wrong type; refuses everything else. Notes what it was started with; does not
     * answer while there is a file {@code slow}, and ends at once while there is one {@code dead}.
     */
    private static final String AGENT = """
        printf '%s/%s' "$A_SECRET" "$1" > DIRECTORY/started
        [ -e DIRECTORY/dead ] && exit 3
        while read -r line; do
          id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
          case $line in
            *'"initialize"'*) [ -e DIRECTORY/slow ] || printf '{"jsonrpc":"2.0","id":%s,"result":RESULT}\\n' "$id";;
            *) [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id";;
          esac
        done
        """;

    private static final String SESSIONS = """
            *'"session/new"'*|*'"session/fork"'*) n=$((n + 1)); printf '{"jsonrpc":"2.0","id":%s,"result":{"sessionId":"s%s-%s"}}\\n' "$id" "$$" "$n";;
            *'"session/prompt"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"stopReason":"end_turn"}}\\n' "$id";;
        """;

    private static final String FIRST = "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":\"yes\"}}";
    private static final String FORKING =
            "{\"protocolVersion\":1,\"agentCapabilities\":{\"sessionCapabilities\":{\"fork\":{}}}}";
    private static final String SECOND = "{\"protocolVersion\":2,\"info\":{\"name\":\"agent.sh\"},\"capabilities\":{}}";

    private AgentSource shell(ProtocolVersion version, String result) throws Exception {
        Path script = Files.writeString(
                directory.resolve("agent.sh"),
                AGENT.replace("DIRECTORY", directory.toString()).replace("RESULT", result));
        return new AgentSource(
                "agent.sh",
                directory,
                errors -> StdioTransport.builder(List.of("/bin/sh", script.toString()))
                        .onStderrLine(errors)
                        .launch(),
                version,
                List.of("--env", "A_SECRET=" + WORD, "--", "/bin/sh", script.toString(), "@started"));
    }

    /** Returns an agent that forks sessions, also those that do not exist. */
    private AgentSource forking() throws Exception {
        AgentSource source = shell(ProtocolVersion.V1, FORKING);
        Path script = directory.resolve("agent.sh");
        Files.writeString(script, Files.readString(script).replace("    *) [", SESSIONS + "    *) ["));
        return source;
    }

    private AgentSource shell() throws Exception {
        return shell(ProtocolVersion.V1, FIRST);
    }

    private Locator requirement(String id) {
        return page.page().locator("x-kit .finding", new Page.LocatorOptions().setHasText(id));
    }

    private void run(String only) {
        page.page().locator("x-kit input[name=only]").fill(only);
        page.page().locator("x-kit button[type=submit]").click();
    }

    @Test
    void requirementsAreRunWithProgressVerdictsCitationsAndEvidence() throws Exception {
        try (Another broken = another(shell())) {
            page.open(broken.address());
            page.tab("Checks");
            page.sees(page.page().locator("x-kit .empty"));
            page.picture("checks-before");
            run("INIT");
            Locator failed = requirement("INIT-006");
            page.sees(failed);
            page.seesText(failed, "Expected capabilities of the types of the protocol");
            page.seesText(failed, "{\"loadSession\":\"yes\"}");
            page.seesText(failed.locator("cite"), "AgentCapabilities");
            page.seesText(failed.locator("code").last(), "https://");
            assertThat(directory.resolve("started")).hasContent(WORD + "/@started");
            failed.locator("summary", new Locator.LocatorOptions().setHasText("Evidence"))
                    .click();
            page.seesText(failed.locator(".evidence"), "acp4j conformance kit");
            page.picture("checks");
            for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
                page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                Axe.isAccessible(page, "checks, " + scheme);
            }
            page.page()
                    .locator("x-kit .chip", new Page.LocatorOptions().setHasText("passed"))
                    .click();
            int passed = page.page().locator("x-kit .finding").count();
            assertThat(passed).isGreaterThan(5);

            // One of them alone: the others stay as they were.
            Files.writeString(
                    directory.resolve("agent.sh"),
                    Files.readString(directory.resolve("agent.sh")).replace("\"yes\"", "true"));
            page.page()
                    .locator("x-kit .chip", new Page.LocatorOptions().setHasText("failed"))
                    .click();
            page.button("Run INIT-006 again").click();
            page.counts(requirement("INIT-006"), 0);
            page.page()
                    .locator("x-kit .chip", new Page.LocatorOptions().setHasText("passed"))
                    .click();
            page.counts(page.page().locator("x-kit .finding"), passed + 1);
        }
    }

    @Test
    void evidenceThatIsOpenIsThatOfTheNewestRun() throws Exception {
        try (Another broken = another(shell())) {
            page.open(broken.address());
            page.tab("Checks");
            run("INIT-006");
            Locator evidence = requirement("INIT-006").locator("details[data-scenario]");
            evidence.first().locator("summary").click();
            page.seesText(evidence.locator(".evidence").first(), "\"yes\"");

            Files.writeString(
                    directory.resolve("agent.sh"),
                    Files.readString(directory.resolve("agent.sh")).replace("\"yes\"", "\"no\""));
            page.button("Run INIT-006 again").click();

            page.seesText(evidence.locator(".evidence").first(), "\"no\"");
        }
    }

    @Test
    void framesOfARunAreASourceOfTheirOwnThatLeadsToTheVerdictAndBack() throws Exception {
        try (Another broken = another(shell())) {
            page.open(broken.address());
            Locator sources = page.page().locator("select.sources");
            page.tab("Checks");
            page.counts(sources, 0);
            run("INIT");
            page.button("Show the frames of INIT-006").click();
            page.seesText(page.frame("initialize").first(), "INIT-006");
            page.hasValue(sources, "kit");
            assertThat(page.frames().first().textContent()).contains("scenario init/response");
            int ofScenario = page.frames().count();
            page.picture("checks-frames");
            Axe.isAccessible(page, "frames of checks");

            // The rest of the run is there, too.
            page.page()
                    .locator(".chip", new Page.LocatorOptions().setHasText("this scenario"))
                    .click();
            page.page().waitForFunction("before => document.querySelectorAll('.frame').length > before", ofScenario);
            // Its response has the name of the method, too.
            page.page()
                    .locator(".frame.request", new Page.LocatorOptions().setHasText("initialize"))
                    .first()
                    .click();
            page.seesText(page.page().locator(".detail pre"), "acp4j conformance kit");
            page.page().locator(".detail .verdicts button").first().click();
            page.sees(page.page().locator("x-kit .finding:focus"));
            page.hasValue(sources, "");
        }
    }

    @Test
    void whatHasPassedHasItsFramesTooAndThoseOfEarlierRunsKeepTheirMarks() throws Exception {
        try (Another broken = another(shell())) {
            page.open(broken.address());
            page.tab("Checks");
            run("INIT-001,INIT-006");
            page.sees(requirement("INIT-006"));
            chip("passed").click();
            requirement("INIT-001")
                    .locator("summary", new Locator.LocatorOptions().setHasText("Evidence"))
                    .first()
                    .click();
            page.seesText(requirement("INIT-001").locator(".evidence").first(), "acp4j conformance kit");
            page.button("Show the frames of INIT-001").click();
            page.seesText(page.frame("initialize").first(), "INIT-0");
            page.page().locator("select.sources").selectOption("agent.sh");
            page.tab("Checks");
            chip("passed").click();
            page.button("Run INIT-001 again").click();
            page.sees(page.page().locator("x-kit button[type=submit]"));

            page.page().locator("select.sources").selectOption("kit");
            Locator earlier = page.page()
                    .locator(".checks summary", new Page.LocatorOptions().setHasText("Earlier run: INIT-001,INIT-006"));
            page.sees(earlier);
            page.seesText(page.page().locator(".checks h3"), "INIT-001,");
            page.tab("Frames");
            Locator whole = page.page().locator(".chip", new Page.LocatorOptions().setHasText("this scenario"));
            if (whole.count() > 0) {
                whole.click();
            }
            page.page().locator(".frames").focus();
            page.page().locator(".frames").evaluate("frames => { frames.scrollTop = 0; }");
            page.seesText(page.frame("initialize").first(), "INIT-0");
            page.frame("initialize").first().click();
            page.seesText(page.page().locator(".detail .verdicts"), "of an earlier run, INIT-001,INIT-006");
            earlier.click();
            page.picture("checks-earlier");
            for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
                page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                Axe.isAccessible(page, "frames of earlier checks, " + scheme);
            }
            page.page()
                    .locator(".checks details li > button:first-child")
                    .first()
                    .click();
            page.seesText(page.frames().first(), "scenario init/response");
        }
    }

    private Locator chip(String text) {
        return page.page().locator("x-kit .chip", new Page.LocatorOptions().setHasText(text));
    }

    @Test
    void aRunIsStoppedAndWhatIsNoRequirementIsSaid() throws Exception {
        Files.writeString(directory.resolve("slow"), "");
        try (Another slow = another(shell())) {
            page.open(slow.address());
            page.tab("Checks");
            run("NONE-999");
            page.seesText(page.page().locator(".toast"), "version 1 has no requirement NONE-999; choose from the list");
            run("; rm");
            page.seesText(page.page().locator(".toast"), "name requirements");
            run("INIT-001");
            // The keyboard goes on where the run can be stopped.
            page.sees(page.page().locator("x-kit .stop:focus"));
            Axe.isAccessible(page, "a run of the kit");
            page.picture("checks-running");

            // A page that is opened later shows the same run and starts no other.
            page.page().reload();
            page.tab("Checks");
            page.sees(page.button("Stop"));
            assertThat(
                            page.page()
                                    .evaluate(
                                            "async () => { const { ask } = await import('/store.js');"
                                                    + " return ask('kit', { only: '' }).then(() => 'begun', error => error.message); }"))
                    .isEqualTo("a run is in progress");

            page.button("Stop").focus();
            page.page().keyboard().press("Enter");
            page.seesText(page.page().locator("x-kit .bad"), "was stopped");
            page.sees(page.page().locator("x-kit input[name=only]:focus"));
        }
    }

    @Test
    void anAgentThatDiesFailsAndTheNextRunFindsItAlive() throws Exception {
        Files.writeString(directory.resolve("dead"), "");
        try (Another dead = another(shell())) {
            page.open(dead.address());
            page.tab("Checks");
            run("INIT-001");
            page.seesText(requirement("INIT-001"), "failed");
            page.picture("checks-dead");
            Files.delete(directory.resolve("dead"));
            page.button("Run INIT-001 again").click();
            page.page()
                    .locator("x-kit .chip", new Page.LocatorOptions().setHasText("passed"))
                    .click();
            page.seesText(requirement("INIT-001"), "passed");
        }
    }

    @Test
    void theVersionThatIsAskedForIsChecked() throws Exception {
        try (Another second = another(shell(ProtocolVersion.V2, SECOND))) {
            page.open(second.address());
            page.tab("Checks");
            run("V2-INIT-00*");
            page.seesText(requirement("V2-INIT-003"), "failed");
        }
    }

    @Test
    void anAgentThatTheKitCannotReachIsToldOf() {
        connected();
        page.tab("Checks");
        page.seesText(page.page().locator("x-kit .empty"), "cannot reach this agent");
    }

    private Locator summary() {
        return page.page().locator(".kit-summary");
    }

    private Locator profile(String name) {
        return page.page().locator("x-kit input[name=profile-" + name + "]");
    }

    @Test
    void areaOfOtherProfilesSelectsThemAndReportsWhyNothingWasJudged() throws Exception {
        try (Another broken = another(shell())) {
            page.open(broken.address());
            page.tab("Checks");
            page.sees(profile("rfd"));
            PlaywrightAssertions.assertThat(profile("rfd")).not().isChecked();
            page.page().locator("x-kit .areas > summary").click();
            page.page().locator("x-kit .areas input[value=FORK]").check();
            page.isChecked(profile("rfd"));
            page.isChecked(profile("acp4j"));
            page.seesText(page.page().locator(".profiles"), "Selected because it contains FORK");
            page.picture("checks-areas");
            Axe.isAccessible(page, "choice of checks");
            page.page().locator("x-kit .areas > summary").click();
            page.page().locator("x-kit button[type=submit]").click();

            page.seesText(summary(), "Nothing was judged.");
            page.seesText(summary(), "requirements could be checked");
            page.seesText(requirement("FORK-101"), "Skipped:");
            page.picture("checks-not-judged");
            Axe.isAccessible(page, "checks that judged nothing");
        }
    }

    @Test
    void areaOfAProposalHasAVerdictAndCounts() throws Exception {
        try (Another forking = another(forking())) {
            page.open(forking.address());
            page.tab("Checks");
            run("FORK-101, FORK-017");

            page.seesTextAtLast(summary(), "FAIL: At least one MUST was not met.");
            assertThat(summary().locator("[data-profile=rfd] td").allTextContents())
                    .containsExactly("FAIL", "1", "1", "0", "0");
            page.counts(summary().locator("tbody tr"), 1);
            page.seesText(requirement("FORK-017"), "Forking a session that does not exist");
            page.picture("checks-fork");
        }
    }

    @Test
    void scenariosOfForksRunByOneButtonWithOneLineEach() throws Exception {
        try (Another forking = another(forking())) {
            page.open(forking.address());
            page.tab("Checks");
            page.button("Run fork scenarios").click();

            page.seesText(summary().locator("h3"), "Fork scenarios");
            page.counts(summary().locator("li[data-scenario]"), 5);
            page.seesText(summary().locator("li[data-scenario=fork]"), "pass");
            page.seesText(
                    summary().locator("li[data-scenario=unknown-id]"), "the subject does not offer fork.atMessageId");
            page.seesText(summary(), "The verdict includes the proposal session/fork");
            Axe.isAccessible(page, "scenarios of forks");
        }
    }
}
