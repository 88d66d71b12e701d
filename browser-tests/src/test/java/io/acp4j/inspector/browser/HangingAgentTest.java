package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that hang, stop or die, as child processes: the page shows it, counts the time, and starts the agent again. */
class HangingAgentTest extends BrowserTest {

    private static final String INITIALIZED = "{\"protocolVersion\":1}";
    private static final String SESSION = "{\"sessionId\":\"s\"}";

    /** Counts changes of the page, except those of the texts that count up. */
    private static final String WATCH = """
            () => {
              window.changes = [];
              const note = records => {
                for (const { target } of records) {
                  const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
                  if (!element?.closest('x-elapsed')) window.changes.push(element?.className || element?.localName);
                }
              };
              new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
            }
            """;

    /** Returns an agent that responds to some requests, and then reads without a response. */
    private AgentSource silentAfter(String... results) {
        return ShellAgent.of(directory, ShellAgent.responses(results) + "cat > /dev/null");
    }

    /** Returns the sample agent as a process, with sessions that the next process of it loads. */
    private AgentSource sample() {
        List<String> command = SampleAgent.command(
                "--no-pacing", "--directory", directory.resolve("sessions").toString());
        return new AgentSource(
                "sample agent",
                directory,
                errors -> StdioTransport.builder(command).onStderrLine(errors).launch());
    }

    private Locator outcome() {
        return page.page().locator(".talk .outcome");
    }

    private Locator message() {
        return page.page().locator(".toast.bad");
    }

    private Locator restart() {
        return page.page().locator(".top .restart");
    }

    @Test
    void aTurnIsShownAsCancelledAfterARefusedPromptAndOnOtherPages() throws Exception {
        try (Another silent = another(silentAfter(INITIALIZED, SESSION))) {
            silent.agent().connect().join();
            page.open(silent.address()).connected().newSession().send("hello");
            page.page().locator(".composer .stop").click();
            page.seesText(outcome(), "has not ended the turn");

            page.prompt().fill("are you there?");
            page.prompt().press("Enter");
            page.sees(message());
            page.hasValue(page.prompt(), "are you there?");
            page.seesText(outcome(), "has not ended the turn");
            page.picture("hang-refused");

            page.page().reload();
            page.seesText(outcome(), "has not ended the turn");
        }
    }

    @Test
    void theTimesOfATurnAndItsRequestsCountUpAndNothingElseChanges() throws Exception {
        try (Another silent = another(silentAfter(INITIALIZED, SESSION))) {
            silent.agent().connect().join();
            page.open(silent.address()).connected().newSession().send("hello");

            Locator pending = page.page().locator(".talk .pending li");
            page.seesText(pending, "session/prompt");
            Locator row = page.frame("session/prompt").locator("x-elapsed");
            for (Locator time : List.of(outcome().locator("x-elapsed"), pending.locator("x-elapsed"), row)) {
                assertThat(time.getAttribute("aria-live")).isEqualTo("off");
                page.seesText(time, " s");
            }
            HeldMessages.drawn(page.page());
            page.page().evaluate(WATCH);
            String before = row.textContent();
            // Two changes of the text are at least one whole second.
            page.isTrue("before => document.querySelector('.frame x-elapsed').textContent !== before", before);
            String next = row.textContent();
            page.isTrue("before => document.querySelector('.frame x-elapsed').textContent !== before", next);
            assertThat((List<?>) page.page().evaluate("() => window.changes")).isEmpty();

            page.tab("Timings");
            Locator waits = page.page().locator(".waterfall [role=option][aria-label*='session/prompt'] x-elapsed");
            page.seesText(waits, " s");
            Locator end =
                    page.page().locator("x-timings .axis > span:last-child").first();
            String ended = end.textContent();
            page.isTrue(
                    "before => document.querySelector('x-timings .axis > span:last-child').textContent !== before",
                    ended);
            page.picture("hang-timings");

            // Requests outside of turns have a time, too.
            page.button("New session").first().click();
            page.tab("Frames");
            page.sees(page.frame("session/new").locator("x-elapsed"));
        }
    }

    @Test
    void whatTheAgentDoesNotRespondToWhileItStartsIsCounted() throws Exception {
        try (Another silent = another(ShellAgent.of(directory, "cat > /dev/null"))) {
            var unused = silent.agent().connect().exceptionally(problem -> null);
            page.open(silent.address());
            page.seesText(page.page().locator(".welcome .pending li"), "initialize");
            page.sees(page.page().locator(".welcome .pending x-elapsed"));
            page.picture("hang-start");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"STOP", "KILL"})
    void anAgentThatIsStoppedOrDeadIsRestartedAndItsSessionLoadedAgain(String signal) throws Exception {
        try (Another other = another(sample())) {
            other.agent().connect().join();
            page.open(other.address()).connected().newSession().ask("What is a session?");
            String title = page.selected().locator(".name").textContent();
            ProcessHandle process = agentProcess();
            signal(process, signal);
            if (signal.equals("STOP")) {
                page.send("Are you there?");
                page.seesText(page.page().locator(".talk .pending"), "session/prompt");
                page.picture("hang-stopped");
            } else {
                page.sees(page.page().locator(".state.closed"));
                page.seesText(outcome(), "exited with code 137");
            }

            restart().click();
            // A prompt that the stopped agent has not read is not in the loaded session.
            page.counts(page.entries("user"), 1);
            page.connected();
            page.seesText(page.entries("user").first(), "What is a session?");
            page.seesText(page.selected().locator(".name"), title);
            page.counts(page.page().locator(".toast.bad"), 0);
            assertThat(agentProcess().pid()).isNotEqualTo(process.pid());
            page.ask("And now?");
            page.picture("hang-restarted-" + signal);
        }
    }

    /** Returns the process of the agent, which is that with the directory of this test. */
    private ProcessHandle agentProcess() {
        String sessions = directory.resolve("sessions").toString();
        List<ProcessHandle> found = ProcessHandle.current()
                .descendants()
                .filter(each -> commandLine(each).contains(sessions))
                .toList();
        return found.get(found.size() - 1);
    }

    /** Returns the command line, which is too long for {@link ProcessHandle.Info}; empty if the process has ended. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private static void signal(ProcessHandle process, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void anAgentThatCannotLoadIsRestartedWithoutTheSession() throws Exception {
        try (Another silent = another(silentAfter(INITIALIZED, SESSION))) {
            silent.agent().connect().join();
            page.open(silent.address()).connected().newSession().send("hello");
            page.sees(page.page().locator(".composer .stop"));
            restart().click();
            page.seesText(message(), "neither load nor resume");
            page.connected();
            page.counts(page.sessions(), 0);
            page.sees(page.page().locator(".welcome .start"));
        }
    }

    @Test
    void anAgentThatDiesBetweenTurnsIsShownWithItsExitCodeAndItsLastErrorLines() throws Exception {
        String dying = ShellAgent.responses(INITIALIZED, SESSION, "{\"stopReason\":\"end_turn\"}")
                + "echo first line >&2; echo second line >&2; exit 7";
        try (Another broken = another(ShellAgent.of(directory, dying))) {
            broken.agent().connect().join();
            page.open(broken.address()).connected().newSession().send("hello");

            page.sees(page.page().locator(".state.closed"));
            page.seesText(outcome(), "Not connected: agent exited with code 7");
            Locator lines = outcome().locator("pre");
            page.seesText(lines, "second line");
            assertThat(lines.innerText().lines().map(String::strip)).containsExactly("first line", "second line");
            page.picture("hang-died-idle");

            page.page().locator(".top .restart").click();
            page.seesText(message(), "neither load nor resume");
        }
    }

    @Test
    void anErrorMessageIsDismissedWithEscapeOrItsButtonAndTheFocusGoesBack() throws Exception {
        try (Another silent = another(silentAfter(INITIALIZED, SESSION))) {
            silent.agent().connect().join();
            page.open(silent.address()).connected().newSession().send("hello");
            page.sees(page.page().locator(".composer .stop"));
            for (String way : List.of("Escape", "Escape in the message", "button")) {
                page.prompt().fill("more");
                page.prompt().press("Enter");
                page.sees(message());
                if (way.equals("Escape")) {
                    page.page().keyboard().press("Escape");
                } else if (way.equals("button")) {
                    page.button("Dismiss").click();
                } else {
                    page.button("Dismiss").focus();
                    page.page().keyboard().press("Escape");
                }
                page.counts(message(), 0);
                page.sees(page.page().locator(".composer textarea:focus"));
                page.hasValue(page.prompt(), "more");
            }
        }
    }

    @Test
    void aLongErrorMessageLeavesThePromptInSight() throws Exception {
        String flood =
                "i=0; while [ $i -lt 40 ]; do echo \"line $i of the error output of an agent that cannot start\" >&2;"
                        + " i=$((i+1)); done; exit 3";
        try (Another broken = another(ShellAgent.of(directory, flood))) {
            page.open(broken.address());
            page.page().locator(".welcome button.primary").click();
            page.seesText(message(), "exited with code 3");
            for (int width : new int[] {400, 1000, 1400}) {
                page.page().setViewportSize(width, 860);
                HeldMessages.drawn(page.page());
                assertThat(PageGeometry.check(page.page(), ".centre, .toasts"))
                        .as("width " + width)
                        .isEmpty();
            }
            page.picture("hang-long-error");
        }
    }

    @Test
    void theRestartButtonBelongsToTheAgentAndNotToRecordings() throws Exception {
        connected().newSession().ask("hello");
        page.sees(restart());
        String recording = (String) page.page().evaluate("async () => (await fetch('/recording.jsonl')).text()");
        Path file = Files.writeString(directory.resolve("seen.jsonl"), recording);
        page.page().locator("x-opener input").setInputFiles(file);
        page.sees(page.page().locator(".state.recorded"));
        page.counts(restart(), 0);
        page.page().setViewportSize(400, 860);
        page.page().locator("select.sources").selectOption("scripted-agent --acp");
        page.sees(restart());
        assertThat(PageGeometry.check(page.page(), ".top")).isEmpty();
    }
}
