package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each geometric check reports its fault, and nothing on the same page without the fault. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageGeometryTest {

    /** A small page with a scrolled list, a card, a toolbar, a virtual list and texts for screen readers. */
    private static final String PAGE = """
            <style>
              * { box-sizing: border-box; } html, body { margin: 0; height: 100%%; font: 16px/1.4 sans-serif; }
              main { display: flex; flex-direction: column; height: 100vh; width: 100vw; }
              .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%%); white-space: nowrap; }
              .list { flex: 1; overflow: auto; position: relative; min-height: 0; padding: 12px; }
              .rows { max-height: 80px; overflow: auto; position: relative; } .rows div { white-space: pre; min-width: max-content; }
              .card { border: 1px solid; overflow: hidden; width: 220px; }
              .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 120px; }
              .tools { display: flex; flex-wrap: wrap; gap: 8px; } .tools button { white-space: nowrap; }
              .virtual { height: 60px; overflow: auto; position: relative; } .virtual .canvas { height: 9000px; position: relative; }
              .virtual .canvas div { position: absolute; left: 0; right: 0; height: 20px; }
              .toast { position: fixed; display: none; }
            </style>
            <main>
              <div class="list" role="log">
                <p class="text">Some sentences with extraordinary words, which end where the line ends and go on in the next one of them.</p>
                <div class="rows">%s</div>
                <div class="card"><span class="inside">inside of the card</span></div>
                <p class="name">a name that is cut with an ellipsis, as it is too long</p>
                <p><button class="inner">In the list</button></p>
                <p class="icon">an <img alt="" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>
                <details><summary>closed</summary><p style="width: 9000px">not shown</p></details>
                <p class="last">%s the last line</p>
              </div>
              <div class="virtual" role="listbox"><div class="canvas"><div style="top: 0">row 1</div><div style="top: 20px">row 2</div></div></div>
              <div class="tools"><button class="first">One</button><button class="send">Send</button></div>
            </main>
            <div class="toast">a message</div>
            """.formatted(
                    "<div><span class='hidden'>added: </span><code>a row that is wider than its list, which is scrolled sideways"
                            .concat(", a row that is wider than its list</code></div>\n")
                            .repeat(120),
                    "many words ".repeat(60));

    private static final Map<String, Object> OPTIONS = Map.of(
            "panels",
            ".list, .virtual, .card",
            "sideways",
            ".rows",
            "canvases",
            ".canvas",
            "floats",
            ".toast",
            "oneLine",
            ".tools");

    private Playwright playwright;
    private Browser browser;
    private Page page;

    @BeforeAll
    void launch() {
        assumeTrue(Browsers.chromium().isPresent(), "there is no Chromium on the PATH");
        playwright = Browsers.playwright();
        browser = Browsers.launch(playwright);
        page = browser.newPage(new Browser.NewPageOptions().setViewportSize(400, 500));
    }

    @AfterAll
    void end() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            # check                   | path                 | text                                 | style of the fault
            wider than the window     | html                 | 700 px of 400 px                     | body { width: 700px }
            higher than the window    | html                 | 800 px of 500 px                     | body { min-height: 800px }
            scrolls beyond its content| div.list             | px of content                        | .rows { position: static }
            scrolls beyond its content| div.list             | px of content                        | .last { margin-bottom: 300px }
            escapes its scroller      | span.hidden          | div.rows does not contain it         | .rows { position: static; height: 9000px; max-height: none }
            scrolls sideways          | div.list             | px in                                | .text { width: 700px }
            blank                     | div.list             | none of them in its                  | .list > * { translate: 0 -2000px }
            blank                     | div.card             | none of them in its                  | .card { height: 60px } .inside { position: relative; top: 90px }
            blank                     | div.virtual          | none of them in its                  | .canvas > div { translate: 0 100px }
            outside its container     | div.rows             | px beyond the sides                  | .rows { margin-right: -60px } .list { overflow: visible }
            outside its container     | p.last               | above or below                       | .last { height: 20px } .last ~ * { display: none }
            cut off                   | span.inside          | px beyond the sides                  | .inside { white-space: nowrap; margin-left: 150px }
            cut off                   | p.name               | px beyond the sides                  | .name { text-overflow: clip }
            covered                   | button.send          | 9 of 9 points, by div.toast          | .toast { display: block; inset: auto 0 0 0; height: 60px }
            covered                   | p.text               | by main > div.list > div.rows        | .text { margin-bottom: -60px } .rows { background: white }
            has no size               | button.send          | 0 x                                  | .send { width: 0; padding: 0; border: 0; overflow: hidden }
            out of sight              | button.send          | not reachable by scrolling           | .send { position: fixed; left: -200px }
            out of sight              | button.inner         | before the start of main > div.list  | .inner { position: absolute; top: -60px }
            wraps                     | button.send          | 2 lines for “Send”                   | .tools .send { white-space: normal; word-break: break-all; max-width: 44px }
            wraps                     | div.tools            | 2 controls in 2 lines                | .tools { width: 90px }
            word is broken            | p.text               | “extraordinary” is in 2 lines        | .text { width: 84px; overflow-wrap: anywhere }
            """)
    void aFaultIsReportedWithItsPathAndNumbers(String check, String path, String text, String style) {
        page.setContent(PAGE);
        assertThat(PageGeometry.check(page, OPTIONS)).as("without the fault").isEmpty();

        page.addStyleTag(new Page.AddStyleTagOptions().setContent(style));
        page.evaluate("() => { const list = document.querySelector('.list'); list.scrollTop = list.scrollHeight; }");
        page.evaluate("() => { document.querySelector('.list').scrollTop = 0; }");

        assertThat(PageGeometry.check(page, OPTIONS)).anySatisfy(finding -> {
            assertThat(finding.check()).isEqualTo(check);
            assertThat(finding.path()).endsWith(path);
            assertThat(finding.text()).contains(text);
        });
    }

    @Test
    void anEscapeSequenceOfATerminalIsReported() {
        page.setContent(PAGE);
        page.evaluate("() => { document.querySelector('.inside').textContent = '\\u001b[1mbold\\u001b[0m'; }");

        assertThat(PageGeometry.check(page, OPTIONS))
                .singleElement()
                .extracting(PageFault::check)
                .isEqualTo("shows an escape sequence");
    }
}
