package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is saved of a conversation for others: a page that needs nothing else, and a test. */
class ExportPageTest extends BrowserTest {

    private Path saved(String label) throws Exception {
        Download download = page.page()
                .waitForDownload(() -> page.page()
                        .locator("x-wire a.button", new Page.LocatorOptions().setHasText(label))
                        .click());
        Path file = directory.resolve(download.suggestedFilename());
        download.saveAs(file);
        return file;
    }

    @Test
    void aConversationIsSavedAsOnePageThatNeedsNothingElseAndAsATest() throws Exception {
        connected().newSession().ask("markdown").ask("tool").ask("hostile");
        page.tab("Traffic");
        page.picture("wire-save");
        assertThat(Files.readString(saved("Export as JUnit test")))
                .contains("class RecordedConversationTest", "FakeAgent");
        Path file = saved("Export as HTML");

        Page exported = page.page();
        List<String> requests = new ArrayList<>();
        exported.onRequest(request -> requests.add(request.url()));
        exported.onDialog(dialog -> requests.add("a dialog: " + dialog.message()));
        exported.navigate(file.toUri().toString());
        page.seesText(exported.locator(".session").first(), "Changed.");
        page.seesText(exported.locator(".session .md").last(), "<img src=x onerror=alert(1)>");
        exported.locator(".frame summary").first().click();
        page.seesText(exported.locator(".frame pre").first(), "\"initialize\"");
        assertThat(exported.locator("script").count()).isZero();
        assertThat(exported.locator(".session a").count()).isZero();
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            exported.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.picture("exported-" + scheme);
            Axe.isAccessible(page, "exported page, " + scheme);
        }
        exported.setViewportSize(400, 800);
        Object overflow = exported.evaluate("() => document.documentElement.scrollWidth - innerWidth");
        assertThat(((Number) overflow).intValue()).isLessThanOrEqualTo(0);
        // The page itself; whatever else it loaded would be here, and what its policy stopped is complained of.
        assertThat(requests).containsExactly(file.toUri().toString().replaceFirst("^file:/+", "file:///"));
    }
}
