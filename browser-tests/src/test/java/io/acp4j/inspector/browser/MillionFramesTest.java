package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A million frames, in an inspector with a heap that could not hold them, on a screen with two pixels for each of the page's. */
class MillionFramesTest {

    /** The log keeps a million with those of the connection. */
    private static final int FRAMES = 999_900;

    private static final String ROWS = "text => document.querySelector('.filters .count').textContent === text";

    @TempDir
    Path directory;

    private Process process() throws IOException {
        return new ProcessBuilder(
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
    }

    @Test
    void aMillionFramesAreScrolledChosenAndSearched() throws Exception {
        assumeTrue(Browsers.chromium().isPresent(), "there is no Chromium on the PATH");
        Process process = process();
        try (Playwright playwright = Browsers.playwright();
                Browser browser =
                        Browsers.launch(playwright, "--force-device-scale-factor=2", "--window-size=1440,900");
                BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            // A size of the page's would be one without the screen's pixels.
            Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(null));
            page.setDefaultTimeout(Browsers.TIMEOUT_MILLIS);
            assertThat(page.evaluate("() => devicePixelRatio")).isEqualTo(2);
            walk(new InspectorPage(page).open(URI.create(out.readLine())).connected());
            page.navigate("about:blank");
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void walk(InspectorPage shown) {
        shown.button("group chunks").click();
        shown.isTrue(
                "() => /^1,000,\\d{3} rows|^999,9\\d\\d rows/.test(document.querySelector('.filters"
                        + " .count').textContent)",
                null);
        shown.sees(row(shown, FRAMES));

        scroll(shown, "0");
        shown.sees(row(shown, 0));
        scroll(shown, "list.scrollHeight / 2");
        shown.isTrue(
                "middle => Math.abs(Number(document.querySelector('.frame .n')?.textContent) - middle) < 5000",
                FRAMES / 2);
        shown.frames().nth(15).click();
        shown.seesText(shown.page().locator(".detail pre"), "\"jsonrpc\": \"2.0\"");
        int chosen = Integer.parseInt(
                shown.page().locator(".frame[aria-selected=true] .n").textContent());
        for (int next = chosen + 1; next <= chosen + 30; next++) {
            shown.page().keyboard().press("ArrowDown");
            shown.sees(shown.page().locator("#frame-" + next + "[aria-selected=true]"));
            assertThat(isInSight(shown, next)).as("row %s is in sight", next).isTrue();
        }
        shown.page().keyboard().press("End");
        shown.sees(row(shown, FRAMES));
        assertThat(isInSight(shown, FRAMES)).isTrue();

        shown.page().getByLabel("Filter by text").fill("the needle");
        shown.isTrue(ROWS, "4 rows");
        shown.counts(shown.frames(), 4);
        shown.page().getByLabel("Filter by text").fill("not in any frame");
        shown.isTrue(ROWS, "0 rows");
        shown.page().getByLabel("Filter by text").fill("");
        filter(shown);
    }

    /** A step in twenty frames reads a file: a request of the agent, and the response. */
    private static void filter(InspectorPage shown) {
        shown.page().getByLabel("Filter by method or update").fill("fs/read_text_file");
        isShown(shown, "99,990 rows", "fs/read_text_file");
        shown.button("→ sent").click();
        isShown(shown, "49,995 rows", "fs/read_text_file");
        shown.button("← received").click();
        isShown(shown, "49,995 rows", "fs/read_text_file");
        shown.button("invalid").click();
        shown.isTrue(ROWS, "0 rows");
        shown.button("invalid").click();
        shown.page().getByLabel("Filter by method or update").fill("tool_call_update");
        isShown(shown, "49,995 rows", "tool_call_update");
        shown.button("← received").click();
        shown.page().getByLabel("Filter by method or update").fill("");
        shown.isTrue(
                "() => /^1,000,\\d{3} rows|^999,9\\d\\d rows/.test(document.querySelector('.filters"
                        + " .count').textContent)",
                null);
    }

    /** So many rows, of which few are elements; the one in the middle can be read. */
    private static void isShown(InspectorPage shown, String rows, String method) {
        shown.isTrue(ROWS, rows);
        scroll(shown, "list.scrollHeight / 2");
        shown.sees(shown.frame(method).nth(10));
        assertThat(shown.frames().count()).isLessThan(100);
        shown.frames().nth(10).click();
        shown.seesText(shown.page().locator(".detail pre"), "\"jsonrpc\": \"2.0\"");
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
        page.page().evaluate("() => { const list = document.querySelector('.frames'); list.scrollTop = " + to + "; }");
    }
}
