package io.acp4j.inspector.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Several connections of one page: the frames of each are paired and judged by themselves. */
class ConnectionsTest extends BrowserTest {

    private Locator dividers() {
        return page.page()
                .locator("x-log .divider", new Page.LocatorOptions().setHasText("the user has restarted the agent"));
    }

    /** Interrupts a turn by a new connection. */
    private void connectAgain() throws Exception {
        connected().newSession();
        page.send("wait");
        page.seesText(page.entries("agent").last(), "I wait.");
        inspector.agent().connect().join();
        page.tab("Frames");
    }

    @Test
    void aConnectionThatReplacesARunningTurnHasADividerAndNoFindings() throws Exception {
        connectAgain();

        assertThat(dividers()).hasCount(1);
        assertThat(dividers()).hasText(Pattern.compile("Connection 2 · [0-9:.]+ · the user has restarted the agent"));
        page.counts(
                page.page().locator("x-log [role=group][aria-label='Connection 2, the user has restarted the agent']"),
                1);
        page.counts(page.page().locator("x-log .frame.problem"), 0);
        page.tab("Findings");
        page.seesText(page.page().locator("x-findings .empty"), "No findings");
        page.tab("Frames");
        page.picture("connections");
    }

    @Test
    void theKeysGoOverADivider() throws Exception {
        connectAgain();
        Locator after = page.page()
                .locator("x-log [aria-label^='Connection 2,']")
                .locator(".frame")
                .first();
        Locator before = page.page()
                .locator("x-log [aria-label^='Connection 1']")
                .first()
                .locator(".frame")
                .last();
        after.click();
        assertThat(after).hasAttribute("aria-selected", "true");
        page.page().locator("x-log .frames").press("ArrowUp");
        assertThat(before).hasAttribute("aria-selected", "true");
        page.page().locator("x-log .frames").press("ArrowDown");
        assertThat(after).hasAttribute("aria-selected", "true");
    }

    @Test
    void aSavedRecordingKeepsItsConnectionsAndAnotherToolsLogListsWhatIsUnreadable() throws Exception {
        connectAgain();
        Path saved = Files.writeString(directory.resolve("saved.jsonl"), (String)
                page.page().evaluate("async () => (await fetch('/recording.jsonl')).text()"));
        Assertions.assertThat(ValidatedRecording.of(saved)).isEmpty();
        page.page().locator("x-opener input").setInputFiles(saved);
        page.sees(page.page().locator(".state.recorded"));
        assertThat(dividers()).hasText(Pattern.compile("Connection 2 · [0-9:.]+ · the user has restarted the agent"));

        Path log = Files.writeString(
                directory.resolve("acp-transport.log"),
                "The tool has started\n"
                        + "2026-03-04 05:06:07,250 [  12469]   FINE - AcpTransport - OUT:"
                        + " {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}\n");
        page.page().locator("x-opener input").setInputFiles(log);
        page.sees(page.frame("1 line could not be read").first());
        page.sees(page.frame("line 1: no JSON").first());
        page.sees(page.frame("initialize").first());
    }
}
