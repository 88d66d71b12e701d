package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.acp4j.inspector.FloodedInspector;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A million frames, in an inspector with a heap that could not hold them, on a screen of two pixels for each. */
class MillionFramesTest extends BrowserTest {

    /** The log keeps a million with those of the connection. */
    private static final int FRAMES = 999_900;

    private static final String ROWS = "text => document.querySelector('.filters .count').textContent === text";

    private Process process;
    private URI address;
    private BrowserContext fine;

    @BeforeEach
    void flood() throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FloodedInspector.class.getName(),
                        directory.toString(),
                        "" + FRAMES)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        address = URI.create(out.readLine());
        Browser browser = page.page().context().browser();
        fine = browser.newContext(new Browser.NewContextOptions().setViewportSize(1440, 900).setDeviceScaleFactor(2));
        fine.setDefaultTimeout(Browsers.TIMEOUT_MILLIS);
    }

    @AfterEach
    void leave() throws Exception {
        if (fine != null) {
            fine.close();
        }
        process.getOutputStream().close();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void aMillionFramesAreScrolledChosenAndSearched() {
        InspectorPage shown = new InspectorPage(fine.newPage());
        shown.open(address).connected();
        shown.button("runs as one").click();
        shown.page()
                .waitForFunction("() => /^1,000,\\d{3} rows|^999,9\\d\\d rows/.test(document.querySelector('.filters .count').textContent)");
        shown.sees(row(shown, FRAMES));

        scroll(shown, "0");
        shown.sees(row(shown, 0));
        scroll(shown, "list.scrollHeight / 2");
        shown.page()
                .waitForFunction(
                        "middle => Math.abs(Number(document.querySelector('.frame .n')?.textContent) - middle) < 5000",
                        FRAMES / 2);
        shown.frames().nth(15).click();
        shown.seesText(shown.page().locator(".detail pre"), "\"jsonrpc\": \"2.0\"");
        int chosen = Integer.parseInt(shown.page().locator(".frame[aria-selected=true] .n").textContent());
        for (int next = chosen + 1; next <= chosen + 30; next++) {
            shown.page().keyboard().press("ArrowDown");
            shown.sees(shown.page().locator("#frame-" + next + "[aria-selected=true]"));
            assertThat(isInSight(shown, next)).as("row %s is in sight", next).isTrue();
        }
        shown.page().keyboard().press("End");
        shown.sees(row(shown, FRAMES));
        assertThat(isInSight(shown, FRAMES)).isTrue();

        shown.page().getByLabel("Text in frames").fill("the needle");
        shown.page().waitForFunction(ROWS, "4 rows");
        shown.counts(shown.frames(), 4);
        shown.page().getByLabel("Text in frames").fill("not in any frame");
        shown.page().waitForFunction(ROWS, "0 rows");
        assertThat(process.isAlive()).isTrue();
    }

    private static Locator row(InspectorPage page, int row) {
        return page.page().locator("#frame-" + row);
    }

    private static boolean isInSight(InspectorPage page, int row) {
        return (Boolean) page.page()
                .evaluate(
                        "row => { const at = document.getElementById('frame-' + row).getBoundingClientRect();"
                                + " const list = document.querySelector('.frames').getBoundingClientRect();"
                                + " return at.top >= list.top - 1 && at.bottom <= list.bottom + 1; }",
                        row);
    }

    private static void scroll(InspectorPage page, String to) {
        page.page()
                .evaluate("() => { const list = document.querySelector('.frames'); list.scrollTop = " + to + "; }");
    }
}
