package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.export.HtmlExport;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.testing.RecordingText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Terminal output looks as it does in a terminal. */
@DisabledOnOs(OS.WINDOWS)
class TerminalColoursTest extends BrowserTest {

    private static final String COLOURED = "\\u001b[1;31mFAIL\\u001b[0m ShelfTest\\r"
            + "\\n"
            + "\\u001b[2m50 %\\r"
            + "100 %\\u001b[0m\\n"
            + "\\u001b[38;2;250;250;210mpale\\u001b[0m \\u001b[48;5;226myellow\\u001b[0m"
            + " \\u001b[97;41mwhite\\u001b[0m\\n"
            + "\\u001b]8;;https://example.com\\u0007a link\\u001b]8;;\\u0007 <b>no element</b>\\u001b[99m";

    private Locator output() {
        return page.page().locator(".terminal pre");
    }

    private Locator run(String text) {
        return output().locator("span").filter(new Locator.FilterOptions().setHasText(text));
    }

    private static String property(Locator element, String name) {
        return (String) element.evaluate("(element, name) => getComputedStyle(element)[name]", name);
    }

    @Test
    void outputIsShownWhileTheCommandRunsAndAfterItsRelease() throws Exception {
        connected().newSession().send("colours");
        page.button("Allow").click();
        page.seesText(output(), "50 %");

        assertThat(output().textContent()).isEqualTo("ready\n50 %");
        page.counts(page.page().locator(".terminal .mark"), 0);
        assertThat(property(run("ready"), "fontWeight")).isEqualTo("700");

        Files.createFile(directory.resolve("go"));
        page.seesText(page.entries("agent").last(), "It ran with colours.");
        page.seesText(page.page().locator(".terminal .mark"), "exit 3");
        assertThat(output().textContent()).isEqualTo("ready\norange\nnight inverse FAIL caf\u00e9");
        assertThat(property(run("inverse"), "fontStyle")).isEqualTo("italic");
        assertThat(property(run("inverse"), "textDecorationLine")).isEqualTo("underline");
        assertThat(property(run("night"), "color")).isEqualTo("rgb(10, 20, 30)");
        assertThat(page.page().title()).doesNotContain("a title");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "terminal output, " + scheme);
            page.picture("terminal-" + scheme);
        }
        assertThat(property(run("night"), "color")).isNotEqualTo("rgb(10, 20, 30)");
    }

    @Test
    void anExportedRecordingShowsTheSameOutput() throws Exception {
        Path recording = new RecordingText()
                .opens("one")
                .asks(2, "session/prompt", "{\"sessionId\":\"one\",\"prompt\":[{\"type\":\"text\",\"text\":\"run\"}]}")
                .updates(
                        "one",
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"call\",\"title\":\"Run\",\"kind\":\"execute\","
                                + "\"status\":\"in_progress\",\"content\":[{\"type\":\"terminal\",\"terminalId\":\"term-1\"}]}")
                .agentAsks(
                        2,
                        "terminal/output",
                        "{\"sessionId\":\"one\",\"terminalId\":\"term-1\"}",
                        "{\"output\":\"" + COLOURED + "\",\"truncated\":false}")
                .answers(2, "{\"stopReason\":\"end_turn\"}")
                .to(directory.resolve("coloured.jsonl"));
        Path exported = directory.resolve("coloured.html");
        Files.write(exported, HtmlExport.of("coloured", RecordingFiles.read(recording)));

        page.page().navigate(exported.toUri().toString());
        Locator output = page.page().locator("pre.terminal");
        assertThat(output.textContent())
                .isEqualTo("FAIL ShelfTest\n100 %\npale yellow white\na link <b>no element</b>\n");
        assertThat(output.innerHTML()).doesNotContain("\u001b", "example.com");
        Locator fail = output.locator("span").first();
        assertThat(property(fail, "fontWeight")).isEqualTo("700");
        assertThat(property(fail, "color")).isEqualTo("rgb(176, 38, 28)");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            assertThat(Axe.violations(page, "pre.terminal")).isEmpty();
            page.picture("terminal-export-" + scheme);
        }
    }
}
